/** Where seats are around the table: clockwise from whoever looks at it, who sits at the near edge. */

export type Shape = 'portrait' | 'landscape' | 'wide';

/** A cell of the grid that a narrow table is, or a point of the rim in percent; who sits on the right looks left. */
export type Spot = {
  area?: string;
  x?: number;
  y?: number;
  flip: boolean;
  /** Where words find room on a wide table. */ talks?: 'above' | 'beside' | 'below';
};

export function shapeOf(width: number, height: number): Shape {
  if (width <= height * 1.05) return 'portrait';
  return (width >= 620 && height >= 440) || (width >= 860 && height >= 340) ? 'wide' : 'landscape';
}

/** Rows of the two sides of a narrow table, and how many sit between them at the near edge. */
export function sides(count: number, shape: Shape): { rows: number; near: number } {
  const rows = Math.min(shape === 'landscape' ? 3 : 4, Math.floor((count - 1) / 2));
  return { rows, near: count - 2 * rows };
}

export function spots(count: number, shape: Shape, seated: boolean, row = false): Spot[] {
  return shape === 'wide' ? rim(count, seated) : row && shape === 'portrait' ? rows(count) : around(count, shape);
}

/** Side by side below the table, where nobody of them looks on. */
function rows(count: number): Spot[] {
  const across = perRow(count);
  return Array.from({ length: count }, (_, seat) => ({
    area: `${Math.floor(seat / across) + 1} / ${(seat % across) + 1}`,
    flip: (seat % across) * 2 >= across,
  }));
}

export const perRow = (count: number): number => (count > 7 ? Math.ceil(count / 2) : count);

function around(count: number, shape: Shape): Spot[] {
  const { rows, near } = sides(count, shape);
  const left = Math.floor((near - 1) / 2);
  const cell = (row: number, column: number, flip: boolean): Spot => ({
    area: `${row} / ${column} / ${row + 1} / ${column + 1}`,
    flip,
  });
  const along = Array.from({ length: near }, (_, place) => cell(rows, place + 2, place > left));
  const up = Array.from({ length: rows }, (_, row) => cell(rows - row, 1, false));
  const down = Array.from({ length: rows }, (_, row) => cell(row + 1, near + 2, true));
  return [...along.slice(0, left + 1).reverse(), ...up, ...down, ...along.slice(left + 1)];
}

/** Whoever plays sits in the near corner; everybody else is spread over the sides and the far edge, where nobody sits below the lamp of a television. */
function rim(count: number, seated: boolean): Spot[] {
  const others = seated ? count - 1 : count;
  const near = seated ? 0 : others === 10 ? 2 : others % 2;
  const side = others <= (seated ? 5 : 6) ? 1 : 2;
  const far = others - near - 2 * side;
  const heights = side === 1 ? [64] : seated ? [80, 52] : [82.5, 53];
  const edge = (x: number): Spot => ({ x, y: 26.5 + 9 * ((x - 50) / 28) ** 2, flip: x > 52 });
  const gap = far === 4 ? [20.4, 36, 64, 79.6] : [33, 67];
  const top = Array.from({ length: far }, (_, place) =>
    edge(!seated ? gap[place]! : far === 1 ? 50 : 50 + spread(far) * (place / (far - 1) - 0.5)),
  );
  const round: Spot[] = [
    ...heights.map((y) => ({ x: y > 70 ? 11.5 : 8, y, flip: false, talks: talks(y) })),
    ...top,
    ...heights.toReversed().map((y) => ({ x: y > 70 ? 88.5 : 92, y, flip: true, talks: talks(y) })),
  ];
  const [before, after] = [24.5, 75.5].map((x): Spot => ({ x, y: CORNER, flip: x > 50 }));
  if (seated) return [{ x: 9, y: NEAR, flip: false }, ...round];
  return [...(near ? [before!] : []), ...round, ...(near > 1 ? [after!] : [])];
}

const talks = (y: number): Spot['talks'] => (y > 70 ? 'below' : y > 60 ? 'above' : 'beside');

/** The near corner reaches into the tray. */
export const NEAR = 119;
/** Where many sit around a television, two of them sit on this side, beside the placards. */
const CORNER = 94.5;

const spread = (far: number) => [0, 0, 44, 56, 60, 64, 68][far] ?? 68;

/** A place at the vote: cells of a high screen, where people sit in two columns, and of a broad one, where they sit in two rows. */
export type RingPlace = { tall: string; flat: string; side: 'left' | 'top' | 'right' };

/** Clockwise from whoever looks on, who sits at the lower right; the stamp has a row of its own. */
export function ringPlace(turn: number, count: number): RingPlace {
  const pairs = Math.floor(count / 2);
  const odd = count % 2;
  const rows = pairs + odd;
  const above = Math.floor(rows / 2);
  const left = turn >= 1 && turn <= pairs;
  const top = odd === 1 && turn === pairs + 1;
  const row = turn === 0 ? rows - 1 : left ? rows - turn : top ? 0 : turn - pairs - 1;
  const column = top ? '1 / auto / span 2' : left ? '1' : '2';
  const bottom = turn < pairs;
  const start = bottom ? 2 * (rows - turn) - odd - 1 : 2 * (turn - pairs) + 1;
  return {
    tall: `${row < above ? row + 1 : row + 2} / ${column}`,
    flat: `${bottom ? 3 : 1} / ${start} / auto / span 2`,
    side: top ? 'top' : left ? 'left' : 'right',
  };
}
