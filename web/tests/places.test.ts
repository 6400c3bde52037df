/** Every number of players has a place for each of them, on every shape of table, clockwise from whoever looks. */

import { describe, expect, it } from 'vitest';
import { perRow, ringPlace, shapeOf, spots, type Shape } from '../src/game/places';
import { firstNames } from '../src/words/names';

const COUNTS = [5, 6, 7, 8, 9, 10];
const SHAPES: Shape[] = ['portrait', 'landscape', 'wide'];

it.each(COUNTS)('seats %i below the table, each in a place of its own, where nobody looks on', (count) => {
  const places = spots(count, 'portrait', false, true);
  expect(new Set(places.map(({ area }) => area)).size).toBe(count);
  expect(perRow(count)).toBeLessThanOrEqual(7);
});

it('shortens long names to what tells people apart', () => {
  expect(firstNames(['Mira', 'Jean-Baptiste Moreau', 'Anna Maria Luisa', 'Anna Katharina'])).toEqual([
    'Mira',
    'Jean',
    'Anna Maria Luisa',
    'Anna Katharina',
  ]);
});

describe.each(SHAPES)('a table that is %s', (shape) => {
  it.each(COUNTS)('seats %i, each in a place of its own', (count) => {
    for (const seated of [true, false]) {
      const places = spots(count, shape, seated);
      expect(places).toHaveLength(count);
      expect(new Set(places.map(({ area, x, y }) => `${area} ${x} ${y}`)).size).toBe(count);
    }
  });

  it('has the neighbour on the left on the left, and the one on the right on the right', () => {
    const places = spots(7, shape, true);
    expect(places[1]!.flip).toBe(false);
    expect(places[6]!.flip).toBe(true);
  });
});

it('knows a phone, a phone on its side, a desktop and a television', () => {
  expect([shapeOf(390, 660), shapeOf(572, 390), shapeOf(940, 656), shapeOf(1920, 1080)]).toEqual([
    'portrait',
    'landscape',
    'wide',
    'wide',
  ]);
});

it.each(COUNTS)('shows the ballots of %i, each in a cell of its own, and the stamp between them', (count) => {
  const places = Array.from({ length: count }, (_, turn) => ringPlace(turn, count));
  for (const form of ['tall', 'flat'] as const) {
    const cells = places.map((place) => place[form]);
    expect(new Set(cells).size).toBe(count);
    const stamp = form === 'flat' ? 2 : Math.floor(Math.ceil(count / 2) / 2) + 1;
    expect(cells.filter((cell) => cell.startsWith(`${stamp} /`))).toEqual([]);
  }
});
