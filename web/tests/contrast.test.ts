/** Every pair of colours that is printed on one another, in every scheme. */

import { describe, expect, it } from 'vitest';
import { COLORS } from '../src/styles/palette';

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

/** As the cascade has it: of these columns the last that says anything counts. */
function scheme(...columns: number[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(COLORS).map(([name, values]) => {
      const each = values.split(' ');
      return [name, columns.map((column) => each[column] ?? '-').findLast((value) => value !== '-')!];
    }),
  );
}

const SCHEMES: [string, Record<string, string>, number][] = [
  ['light', scheme(0), 4.5],
  ['dark', scheme(0, 1), 4.5],
  ['light, high contrast', scheme(0, 2), 7],
  ['dark, high contrast', scheme(0, 1, 2, 3), 7],
];

describe.each(SCHEMES)('in the scheme %s', (_, tokens, least) => {
  const printed = ['ink', 'faint', 'liberal', 'fascist', 'brass'].flatMap((ink) =>
    ['paper', 'table', 'sheet'].map((ground) => [ink, ground]),
  );
  const onColour = ['liberal', 'fascist', 'brass'].map((ground) => [`on-${ground}`, ground]);

  const onTheTable = ['board-l', 'board-l2', 'board-f', 'board-f2', 'board-f3'].map((ground) => ['on-board', ground]);
  onTheTable.push(['ink', 'plate'], ['on-bar', 'bar'], ['peril', 'board-f2']);

  it.each([...printed, ...onColour, ...onTheTable, ['paper', 'ink']])(`%s on %s can be read`, (ink, ground) => {
    expect(contrast(tokens[ink!]!, tokens[ground!]!)).toBeGreaterThanOrEqual(least);
  });
});
