import { expect, test } from 'vitest';
import { checkDeal, promisedAt, type Promised, type Written } from '../src/live/fairDeal';
import type { TableState, View } from '../src/wire/messages';
// A game with reshuffles, a veto and chaos, as secret_hitler.client.fair_deal finds it kept.
import game from './fairDeal.json';

type Game = { promised: Promised; record: Written; seat: number; view: View };
const copy = () => structuredClone(game) as unknown as Game;
const check = ({ promised, record, seat, view }: Game) => checkDeal(promised, record, seat, view);

test('a game that was dealt as announced is kept to', () => {
  expect(check(copy())).toBe('kept');
});

const FORGED: Record<string, (game: Game) => void> = {
  'another announcement': ({ promised }) => (promised.announcement = '5e'.repeat(32)),
  'another announcement shown to somebody else': ({ record }) =>
    (record.contributions[0]!.announcement = '5e'.repeat(32)),
  'another secret of the server': ({ record }) => (record.server_secret = '5e'.repeat(32)),
  'another secret of a player': ({ record }) => (record.contributions.at(-1)!.secret = '5e'.repeat(32)),
  'a secret that was not announced': ({ record }) => record.contributions.unshift(record.contributions[0]!),
  'a seed of its own': ({ record }) => (record.seed = '5e'.repeat(32)),
  'another deal once the secrets are known': ({ promised }) => (promised.renewed = true),
  'my secret in another seat': (game) => game.seat++,
  'other roles': ({ view }) => (view.roles = Object.fromEntries(Object.keys(view.roles!).map((seat) => [seat, 'H']))),
  'another deck in the record': ({ record }) => record.moves.find(([, action]) => action.deck)![1].deck!.reverse(),
  'another hand than I saw': ({ view }) => {
    const round = view.rounds!.find((each) => each.president_hand)!;
    round.president_hand = round.president_hand!.map((card) => (card === 'F' ? 'L' : 'F'));
  },
  'a session that is not in the record': ({ record }) =>
    record.moves.splice(
      record.moves.findIndex(([, action]) => action.type === 'Discard'),
      1,
    ),
};

for (const [what, forge] of Object.entries(FORGED))
  test(`${what} is found out`, () => {
    const forged = copy();
    forge(forged);
    expect(check(forged)).toBe('broken');
  });

test('the chance of a game that was broken off is checked without what I saw of it too', () => {
  const { promised, record, seat, view } = copy();
  const stopped = { ...record, rules: view.rules, moves: record.moves.slice(0, 12) };
  expect(checkDeal(promised, stopped, seat, null)).toBe('kept');
  stopped.moves.find(([, action]) => action.deck)![1].deck!.reverse();
  expect(checkDeal(promised, stopped, seat, null)).toBe('broken');
});

const table = (changes: Partial<TableState>) =>
  ({
    stage: 'lobby',
    dealing: true,
    game: 0,
    withheld: [],
    chairs: [{ seat: 0, player: 'm', name: 'Mallory' }],
    commitment: '5e'.repeat(32),
    commitments: ['6f'.repeat(32)],
    ...changes,
  }) as unknown as TableState;

test('another announcement after mine was answered is a broken promise, unless somebody was named for it', () => {
  const promised = { ...promisedAt(table({}), null, false)!, secret: '7a'.repeat(32), answered: 1 };
  expect(promisedAt(table({}), promised, false)).toBe(promised);
  const other = { commitment: '8b'.repeat(32) };
  expect(promisedAt(table(other), promised, false)?.renewed).toBe(true);
  expect(promisedAt(table({ ...other, withheld: ['Mallory'] }), promised, false)?.renewed).toBe(false);
  expect(promisedAt(table({ ...other, withheld: ['A name of no one here'] }), promised, false)?.renewed).toBe(true);
});

test('whoever revealed too late, or was away, is told that nothing was checked', () => {
  const promised = { ...promisedAt(table({}), null, false)!, secret: '7a'.repeat(32), answered: 1 };
  const late = promisedAt(table({ commitments: [], withheld: ['Mallory'] }), promised, false)!;
  const away = promisedAt(table({ stage: 'playing', dealing: false, game: 1 }), promised, true)!;
  for (const each of [late, away]) expect(check({ ...copy(), promised: each })).toBe('unchecked');
  expect(promisedAt(table({ stage: 'playing', dealing: false, game: 1 }), promised, false)).toBe(promised);
});
