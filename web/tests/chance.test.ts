import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Chance } from '../src/live/chance';
import { commitmentTo } from '../src/live/fairDeal';
import { sha256 } from '../src/live/sha256';
import type { TableState } from '../src/wire/messages';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function table(changes: Partial<TableState>, committed = false): TableState {
  return {
    code: 'ABCDE',
    stage: 'lobby',
    game: 0,
    commitment: '5e'.repeat(32),
    commitments: [],
    dealing: false,
    chairs: [{ seat: 0, committed }],
    ...changes,
  } as unknown as TableState;
}

test('our SHA-256 is SHA-256, at every length', () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, place) => (place * 37 + length) & 255);
    expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
  }
});

test('a secret is committed to once, and revealed only where its commitment is announced', () => {
  const chance = new Chance('player 1');
  const committed = chance.follow(table({}), 0, true);
  if (committed?.type !== 'Commit') throw new Error('no commitment');
  expect(chance.follow(table({}), 0, false)).toBeNull();
  expect(chance.follow(table({}, true), 0, false)).toBeNull();
  expect(chance.follow(table({ dealing: true, commitments: ['0'.repeat(64)] }, true), 0, false)).toBeNull();
  const announced = table({ dealing: true, commitments: [null, committed.commitment] }, true);
  const revealed = chance.follow(announced, 0, false);
  if (revealed?.type !== 'Reveal') throw new Error('no secret');
  expect(commitmentTo(revealed.secret)).toBe(committed.commitment);
  expect(revealed.announcement).toMatch(/^[0-9a-f]{64}$/);
  expect(chance.follow(announced, 0, false)).toBeNull();
});

test('whoever comes back keeps to the secret they committed to, and commits anew if they no longer have it', () => {
  const chance = new Chance('player 2');
  const committed = chance.follow(table({}), 0, true);
  if (committed?.type !== 'Commit') throw new Error('no commitment');
  expect(chance.follow(table({}, true), 0, true)).toBeNull();
  expect(chance.follow(table({ dealing: true, commitments: [committed.commitment] }, true), 0, false)?.type).toBe(
    'Reveal',
  );
  expect(new Chance('player 3').follow(table({}, true), 0, true)?.type).toBe('Commit');
});

test('after a deal that was called off, and after a game, another secret is made', () => {
  const chance = new Chance('player 4');
  const first = chance.follow(table({}), 0, true);
  chance.follow(table({}, true), 0, false);
  const second = chance.follow(table({ dealing: true }), 0, false);
  expect(second?.type).toBe('Commit');
  expect(second).not.toEqual(first);
  chance.follow(table({}, true), 0, false);
  expect(chance.follow(table({ stage: 'playing' }), 0, false)).toBeNull();
  expect(chance.follow(table({ stage: 'over' }), 0, false)?.type).toBe('Commit');
});

test('whoever only watches adds nothing', () => {
  expect(new Chance('player 5').follow(table({}), null, true)).toBeNull();
});
