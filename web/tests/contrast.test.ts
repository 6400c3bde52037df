/** Every pair of colours that is printed on one another, in every scheme. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync('src/styles/tokens.css', 'utf8');

function colours(selector: string): Record<string, string> {
  const start = sheet.indexOf(`${selector} {`);
  const block = sheet.slice(start, sheet.indexOf('}', start));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1]!, found[2]!]));
}

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

const light = colours(":root[data-scheme='light']");
// As the cascade has it: what a later block does not say again stays as it was.
const dark = { ...light, ...colours(":root[data-scheme='dark']") };
const more = { ...light, ...colours(":root[data-contrast='more']") };
const darkMore = {
  ...dark,
  ...colours(":root[data-contrast='more']"),
  ...colours(":root[data-scheme='dark'][data-contrast='more']"),
};
const SCHEMES: [string, Record<string, string>, number][] = [
  ['light', light, 4.5],
  ['dark', dark, 4.5],
  ['light, high contrast', more, 7],
  ['dark, high contrast', darkMore, 7],
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
