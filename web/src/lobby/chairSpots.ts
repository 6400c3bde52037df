/** Where the chairs of a lobby stand, in percent of the room and of its height: clockwise from the near edge. */

export type ChairSpot = { x: number; y: number; edge: 'near' | 'side' | 'far' };

/** Two sit at the sides, one or three at the near edge, and all others at the far one; a door keeps its corner free. */
export function chairSpots(count: number, door: boolean): ChairSpot[] {
  const near = count >= 7 ? 3 : 1;
  const far = Math.max(0, count - 2 - near);
  const [left, right] = [
    [50, 36, 27, 18, 12][far - 1] ?? 12,
    [50, 64, 73, door ? 74 : 82, door ? 73 : 88][far - 1] ?? 88,
  ];
  const beyond = Array.from({ length: far }, (_, place) => {
    const x = far === 1 ? 50 : left + ((right - left) * place) / (far - 1);
    return { x, y: 53 - 20 * Math.sqrt(1 - ((x - 50) / 43) ** 2), edge: 'far' as const };
  });
  const y = far > 3 ? 63.5 : 60;
  const spots: ChairSpot[] = [{ x: 10.5, y, edge: 'side' }, ...beyond, { x: 89.5, y, edge: 'side' }];
  const [before, after] = [21, 79].map((at) => ({ x: at, y: 83, edge: 'near' as const }));
  return [{ x: 50, y: 86, edge: 'near' }, ...(near > 1 ? [before!] : []), ...spots, ...(near > 1 ? [after!] : [])];
}

/** On a television: four at the far edge with a gap for the lamp, two on each side, two beside the middle of the near edge. */
export const TELEVISION: ChairSpot[] = [
  { x: 26, y: 89, edge: 'near' },
  { x: 10, y: 76.5, edge: 'side' },
  { x: 7.6, y: 49, edge: 'side' },
  { x: 20.4, y: 25.1, edge: 'far' },
  { x: 36, y: 21.5, edge: 'far' },
  { x: 64, y: 21.5, edge: 'far' },
  { x: 79.6, y: 25.1, edge: 'far' },
  { x: 92.4, y: 49, edge: 'side' },
  { x: 90, y: 76.5, edge: 'side' },
  { x: 74, y: 89, edge: 'near' },
];

/** A long name in two lines, broken at a space or a hyphen. */
export function inLines(name: string): string {
  const breaks = name.length > 12 ? [...name.matchAll(/[ -]+(?=[^ ·])/g)].map((gap) => gap.index + gap[0].length) : [];
  if (!breaks.length) return name;
  const at = breaks.reduce((one, other) =>
    Math.abs(2 * other - name.length) < Math.abs(2 * one - name.length) ? other : one,
  );
  return `${name.slice(0, at).trimEnd()}\n${name.slice(at)}`;
}
