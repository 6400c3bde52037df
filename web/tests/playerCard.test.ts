import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import PlayerCard from '../src/game/PlayerCard.svelte';
import type { LiveTable } from '../src/live/table.svelte';
import { Notes } from '../src/talk/notes.svelte';
import type { View } from '../src/wire/messages';

HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
const names = ['Mira', 'Doro', 'Clara', 'Emil', 'Bruno'];
const claimed = (seat: number, about: string, tiles: string[]) => ({
  seat,
  contested: true,
  claim: { type: 'ClaimTiles', about, round: 1, tiles },
});
const view = {
  board: { seats: 5, alive: [0, 1, 2, 3, 4], phase: 'nomination', president: 2, chancellor: null },
  rounds: [
    {
      number: 1,
      president: 1,
      chancellor: 3,
      elected: true,
      enacted: 'F',
      power: 'none',
      ballots: [true, true, false, true, null],
      claims: [claimed(1, 'president-hand', ['F', 'F', 'L']), claimed(3, 'chancellor-hand', ['F', 'F'])],
    },
  ],
} as unknown as View;

function shown(seat: number, bot: string | null, notes = new Notes('CODE', 1, () => undefined)) {
  const chairs = names.map((_, one) => ({ seat: one, player: bot ? null : `p${one}`, bot, connected: true }));
  const live = { seat: 0, player: 'p0', muted: [], nameOf: (one: number) => names[one], table: { chairs } };
  const close = () => undefined;
  const props = { live: live as unknown as LiveTable, view, notes, seat, turn: close, close };
  const card = mount(PlayerCard, { target: document.body, props });
  flushSync();
  return { card, text: document.querySelector('dialog')!.textContent };
}

afterEach(() => localStorage.clear());

describe("a player's card", () => {
  it('tells governments, claims with both sides, and votes', () => {
    const { card, text } = shown(1, null);
    expect(text).toContain('Emil');
    expect(text).toContain('Emil:');
    expect(text).toContain('1 ja, 0 nein');
    expect(text).toContain('Report');
    void unmount(card);
  });

  it('of a bot says how it plays, and nobody reports it', () => {
    const { card, text } = shown(1, 'regular');
    expect(text).toContain('like people');
    expect(text).not.toContain('Report');
    void unmount(card);
  });

  it('marks at once, tells the server, and keeps mark and note for the next time', () => {
    const sent: unknown[] = [];
    const { card } = shown(3, null, new Notes('CODE', 1, (...mark) => sent.push(mark)));
    document.querySelectorAll<HTMLElement>('dialog .mark')[3]!.click();
    const note = document.querySelector('dialog textarea') as HTMLTextAreaElement;
    note.value = 'Buried one?';
    note.dispatchEvent(new Event('input', { bubbles: true }));
    expect(sent).toEqual([[3, 'suspect']]);
    void unmount(card);
    const again = new Notes('CODE', 1, () => undefined);
    expect([again.marks[3], again.about[3]]).toEqual(['suspect', 'Buried one?']);
  });
});
