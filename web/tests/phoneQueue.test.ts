import { describe, expect, it } from 'vitest';
import { phoneQueue, openQuestion, settled, type SeatView } from '../src/phone/phoneQueue';
import type { Choice, Phase, Sight, View } from '../src/wire/messages';

const EVERYBODY = { looked: [0, 1, 2, 3, 4], seen: [] };
const VOTES = [{ action: { type: 'Vote', ja: true }, barred: null }] as Choice[];

function place(
  seat: number,
  choices: Choice[] = [],
  { phase = 'election' as Phase, president = 2, sights = [] as Sight[], busy = false } = {},
): SeatView {
  const board = { phase, president, round: 1, awaited: choices.length ? [seat] : [], seats: 5, sights };
  return { seat, busy, view: { board, choices } as unknown as View };
}

describe('where the phone goes', () => {
  it('goes to every seat once before the first round, as they sit', () => {
    const places = [0, 1, 2, 3, 4].map((seat) =>
      place(seat, seat === 2 ? [{ action: { type: 'Nominate', chancellor: 0 }, barred: null }] : [], {
        phase: 'nomination',
      }),
    );
    expect(phoneQueue(places, { looked: [0, 1], seen: [] }).map(({ seat, kind }) => [seat, kind])).toEqual([
      [2, 'role'],
      [3, 'role'],
      [4, 'role'],
    ]);
  });

  it('goes round from the left of the president for a vote, and past those who have voted', () => {
    const places = [0, 1, 2, 3, 4].map((seat) => place(seat, seat === 4 ? [] : VOTES, { busy: seat === 0 }));
    expect(phoneQueue(places, EVERYBODY).map(({ seat }) => seat)).toEqual([3, 1, 2]);
  });

  it('brings a peek to its president once, before anything else', () => {
    const sights: Sight[] = [
      { seat: 3, about: 'president-hand', round: 1 },
      { seat: 3, about: 'peek', round: 1 },
      { seat: 4, about: 'party', round: 2 },
    ];
    const places = [0, 3, 4].map((seat) => place(seat, VOTES, { sights }));
    expect(
      phoneQueue(places, EVERYBODY)
        .slice(0, 2)
        .map(({ seat, kind }) => [seat, kind]),
    ).toEqual([
      [3, 'sight'],
      [4, 'sight'],
    ]);
    expect(phoneQueue(places, { ...EVERYBODY, seen: [1, 2] })[0]).toEqual({ seat: 3, kind: 'decision', ask: 'vote' });
  });

  it('goes to whoever holds the tiles, without knowing them', () => {
    const hands = [place(0), place(2)].map(
      (one) =>
        ({
          ...one,
          view: { ...one.view, board: { ...one.view.board, phase: 'president-session', awaited: [2] } },
        }) as SeatView,
    );
    expect(phoneQueue(hands, EVERYBODY)).toEqual([{ seat: 2, kind: 'decision', ask: 'discard' }]);
  });

  it('stays where it is for what is decided in the open', () => {
    const places = [
      place(0),
      place(2, [{ action: { type: 'Execute', seat: 0 }, barred: null }], { phase: 'execution' }),
    ];
    expect(phoneQueue(places, EVERYBODY)).toEqual([]);
    expect(openQuestion(places)).toMatchObject({ ask: 'power', place: { seat: 2 } });
  });

  it('goes nowhere when the game is over', () =>
    expect(phoneQueue([place(0, [], { phase: 'over' })], { looked: [], seen: [] })).toEqual([]));

  it('is known only when every line has brought the same moment and no move is on its way', () => {
    const now = place(0).view;
    expect(settled([place(0), place(1)], now)).toBe(true);
    expect(settled([place(0), place(1, [], { busy: true })], now)).toBe(false);
    expect(settled([place(0), place(1, [], { phase: 'nomination' })], now)).toBe(false);
    expect(settled([place(0)], null)).toBe(false);
  });
});
