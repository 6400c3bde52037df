/** Where seats are around the table: clockwise from whoever looks at it, who sits at the near edge. */

export type Shape = 'portrait' | 'landscape' | 'wide';

/** A cell of the grid that a narrow table is, or a point of the rim in percent; who sits on the right looks left. */
export type Spot = { area?: string; x?: number; y?: number; flip: boolean };

export function shapeOf(width: number, height: number): Shape {
  if (width <= height * 1.05) return 'portrait';
  return width >= 620 && height >= 440 ? 'wide' : 'landscape';
}

/** Rows of the two sides of a narrow table, and how many sit between them at the near edge. */
export function sides(count: number, shape: Shape): { rows: number; near: number } {
  const rows = Math.min(shape === 'landscape' ? 3 : 4, Math.floor((count - 1) / 2));
  return { rows, near: count - 2 * rows };
}

export function spots(count: number, shape: Shape, seated: boolean): Spot[] {
  return shape === 'wide' ? rim(count, seated) : around(count, shape);
}

function around(count: number, shape: Shape): Spot[] {
  const { rows, near } = sides(count, shape);
  const left = Math.floor((near - 1) / 2);
  const cell = (row: number, column: number, flip: boolean): Spot => ({ area: `${row} / ${column} / ${row + 1} / ${column + 1}`, flip });
  const along = Array.from({ length: near }, (_, place) => cell(rows, place + 2, place > left));
  const up = Array.from({ length: rows }, (_, row) => cell(rows - row, 1, false));
  const down = Array.from({ length: rows }, (_, row) => cell(row + 1, near + 2, true));
  return [...along.slice(0, left + 1).reverse(), ...up, ...down, ...along.slice(left + 1)];
}

/** Whoever plays sits in the near corner; everybody else is spread over the sides and the far edge. */
function rim(count: number, seated: boolean): Spot[] {
  const others = seated ? count - 1 : count;
  const near = others >= 9 && !seated ? 2 : 0;
  const side = others <= 5 ? 1 : 2;
  const far = others - near - 2 * side;
  const heights = side === 1 ? [64] : [80, 52];
  const edge = (x: number): Spot => ({ x, y: 26.5 + 9 * ((x - 50) / 28) ** 2, flip: x > 52 });
  const top = Array.from({ length: far }, (_, place) => edge(far === 1 ? 50 : 50 + spread(far) * (place / (far - 1) - 0.5)));
  const round: Spot[] = [
    ...heights.map((y) => ({ x: y > 70 ? 11.5 : 8, y, flip: false })),
    ...top,
    ...heights.toReversed().map((y) => ({ x: y > 70 ? 88.5 : 92, y, flip: true })),
  ];
  const corners: Spot[] = near ? [{ x: 25, y: 97, flip: false }, { x: 75, y: 97, flip: true }] : [];
  return seated ? [{ x: 9, y: NEAR, flip: false }, ...round] : near ? [corners[0]!, ...round, corners[1]!] : round;
}

/** The near corner reaches into the tray. */
export const NEAR = 119;

const spread = (far: number) => [0, 0, 44, 56, 60, 64, 68][far] ?? 68;
