/** A table as this page knows it: the state around the game, my seat, my view, and the talk. */

import { lookOf, worn } from '../drawings/wardrobe.svelte';
import { settings } from '../settings/settings.svelte';
import {
  PROTOCOL,
  type AnyMessage,
  type Announced,
  type Appearance,
  type ClaimMade,
  type Hours,
  type OpeningTold,
  type Reaction,
  type Said,
  type TableState,
  type View,
} from '../wire/messages';
import { Director, type Tell } from '../stage/director.svelte';
import { slowness } from '../stage/pace';
import { shownName } from '../words/names';
import type { Refused } from '../words/refusals';
import type { Chance } from './chance';
import { serverNow, setClock } from './clock';
import { withChanges, type AnyEvent } from './fold';
import type { Place } from './place';
import { TableSocket, type Request, type ConnectionState } from './tableSocket';

export type Spoken = { kind: 'said'; said: Said } | { kind: 'claim'; seat: number; claim: ClaimMade['claim'] };
export type SeatReaction = { number: number; seat: number | null; name: string; reaction: Reaction };
/** What is said over a seat's head for a moment. */
export type Bubble = { seat: number; spoken: Spoken };

const REACTION_TIME = 3500;
const BUBBLE_TIME = 7000;
/** Seconds after which something said is no news any more: a page that comes back hears all of the talk again. */
const FRESH = 5;

export type Options = {
  /** Speak for the owner of this token, whatever the browser's cookie says; an empty one only watches. */
  token?: string;
  /** After a lost connection tell what was missed, instead of cutting to its outcome. */
  retell?: boolean;
  /** Tell what has happened since then. */
  from?: { game: number; seq: number };
  /** A seat of one phone for all: its secrets are told while `cover(false)` holds. */
  goesRound?: boolean;
};

export class LiveTable {
  connection = $state<ConnectionState>('connecting');
  table = $state.raw<TableState | null>(null);
  player = $state('');
  seat = $state<number | null>(null);
  host = $state(false);
  talk = $state.raw<Spoken[]>([]);
  reactions = $state.raw<SeatReaction[]>([]);
  bubbles = $state.raw<Bubble[]>([]);
  refused = $state.raw<Refused | null>(null);
  farewell = $state.raw<Refused | null>(null);
  nudgedBy = $state<string | null>(null);
  /** Whose talk is hidden here, by player; the server keeps it. */
  muted = $state.raw<string[]>([]);
  blocked = $state.raw<string[]>([]);
  /** When my clock stands still. */
  hours = $state.raw<Hours | null>(null);
  announced = $state.raw<Announced | null>(null);
  /** The opening that the host lets all screens tell. */
  opening = $state.raw<OpeningTold | null>(null);
  /** Commands on their way; a second tap on the same button does nothing. */
  pending = $state(0);
  /** What the server said last; the director may still be telling how it came about. */
  latest = $state.raw<View | null>(null);
  /** What I saw of the game that was broken off here last. */
  brokenOff: View | null = null;
  readonly director: Director;

  #seq = -1;
  /** The last update whose events went to the director; behind `#seq` only while what was missed is being told. */
  #told = -1;
  #game = 0;
  #socket: TableSocket;
  #sent = new Set<string>();
  #number = 0;
  #dressed = false;
  #chance: Chance | undefined;

  constructor(
    readonly code: string,
    readonly place: Place,
    tell?: Tell,
    readonly options: Options = {},
  ) {
    if (options.from) [this.#told, this.#game] = [options.from.seq, options.from.game];
    this.director = new Director(tell, () =>
      slowness(settings.speed === 'table' ? (this.table?.options.speed ?? 'normal') : settings.speed),
    );
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#socket = new TableSocket(
      `${scheme}://${location.host}/api/tables/${code}/socket`,
      {
        hello: () => ({
          protocol: PROTOCOL,
          seq: this.#told,
          game: this.#game,
          ...(options.token === undefined ? {} : { token: options.token }),
        }),
        message: (message) => this.#hear(message),
        connection: (connection) => (this.connection = connection),
      },
      place === 'device' ? { code, goesRound: options.goesRound === true } : null,
    );
  }

  /** Whether this host may change the table: one that the server made for strangers is nobody's. */
  get orders(): boolean {
    return this.host && !this.table?.quick;
  }

  /** The number of the last update. */
  get seq(): number {
    return this.#seq;
  }

  get view(): View | null {
    return this.director.shown;
  }

  send(request: Request): void {
    if (request.type === 'SetHours') this.hours = request.hours;
    this.#sent.add(this.#socket.send(request));
    this.pending = this.#sent.size;
  }

  cover(covered: boolean): void {
    this.#socket.cover(covered);
  }

  close(): void {
    this.#socket.close();
    this.director.cut(null);
  }

  nameOf = (seat: number | null | undefined): string => {
    if (seat === null || seat === undefined) return '';
    return shownName(this.table?.chairs[seat]?.name, seat);
  };

  #hear(message: AnyMessage): void {
    switch (message.type) {
      case 'Welcome':
        setClock(message.now);
        this.player = message.player;
        this.seat = message.seat;
        this.host = message.host;
        this.hours = message.hours ?? null;
        this.#learnTable(message.table);
        this.#dress();
        void this.#addChance(true);
        if (message.view || message.table.stage === 'lobby') this.#begin(message.view, message.seq, message.table.game);
        return;
      case 'Update':
        return this.#update(message);
      case 'TableChanged':
        this.#learnTable(message.table);
        void this.#addChance();
        if (message.table.stage === 'lobby' && this.latest) {
          this.brokenOff = this.latest;
          this.#begin(null, -1, message.table.game);
        }
        return;
      case 'You':
        this.seat = message.seat;
        this.host = message.host;
        void this.#addChance();
        return;
      case 'Said':
        return this.#said(message);
      case 'Reacted':
        return this.#reacted({ number: this.#number++, ...message });
      case 'Nudged':
        this.nudgedBy = message.by;
        return;
      case 'Ignored':
        this.muted = message.muted;
        this.blocked = message.blocked;
        return;
      case 'Announced':
        this.announced = message.text ? message : null;
        return;
      case 'OpeningTold':
        this.opening = message.cues.length ? message : null;
        return;
      case 'Done':
        return this.#answered(message.id);
      case 'Refused':
        if (this.#sent.has(message.id)) this.refused = message;
        return this.#answered(message.id);
      case 'Goodbye':
        if (!message.again) this.farewell = { ...message, params: { code: this.code } };
    }
  }

  #begin(view: View | null, seq: number, game: number): void {
    const sameGame = game === this.#game && (this.latest !== null || this.options.from !== undefined);
    const retelling = this.options.retell === true && sameGame && view !== null && seq > this.#told;
    this.latest = view;
    this.#seq = seq;
    this.#game = game;
    if (!sameGame) this.talk = [];
    this.#missedClaims(view);
    if (retelling) return;
    this.#told = seq;
    this.director.cut(view);
  }

  #update({ game, seq, events, told, view }: Extract<AnyMessage, { type: 'Update' }>): void {
    const anotherGame = game !== this.#game;
    if (!anotherGame && seq <= this.#told) return;
    this.#told = seq;
    this.#game = game;
    if (anotherGame || seq > this.#seq)
      this.#learn(seq, events, withChanges(anotherGame ? null : this.latest, view), anotherGame);
    if (this.latest) this.director.feed(events, this.latest, told);
  }

  #learn(seq: number, events: AnyEvent[], view: View, anotherGame: boolean): void {
    if (anotherGame) this.talk = [];
    this.latest = view;
    this.#seq = seq;
    for (const event of events) {
      if (event.type !== 'ClaimMade') continue;
      const spoken: Spoken = { kind: 'claim', seat: event.seat, claim: event.claim };
      this.talk = [...this.talk, spoken];
      this.#speaks(event.seat, spoken);
    }
  }

  /** Claims made while the line was down are in the view; they take their place in the talk. */
  #missedClaims(view: View | null): void {
    const known = new Set(
      this.talk.map((spoken) => (spoken.kind === 'claim' ? JSON.stringify([spoken.seat, spoken.claim]) : '')),
    );
    const missed = claimsOf(view).filter(
      (spoken) => spoken.kind === 'claim' && !known.has(JSON.stringify([spoken.seat, spoken.claim])),
    );
    if (missed.length) this.talk = [...this.talk, ...missed];
  }

  #said(said: Said): void {
    const known = this.talk.some(
      (spoken) => spoken.kind === 'said' && spoken.said.number === said.number && spoken.said.room === said.room,
    );
    if (known) return;
    const spoken: Spoken = { kind: 'said', said };
    this.talk = [...this.talk, spoken];
    if (said.room === 'table' && !this.muted.includes(said.player) && serverNow() - said.time < FRESH)
      this.#speaks(said.seat, spoken);
  }

  /** What somebody says aloud, as text; it is kept nowhere. */
  caption(seat: number, text: string): void {
    const nobody = { player: '', name: '', sentence: null, round: 0 };
    const said: Said = { type: 'Said', number: -1, room: 'table', seat, text, time: 0, ...nobody };
    this.#speaks(seat, { kind: 'said', said });
  }

  #reacted(reaction: SeatReaction): void {
    this.reactions = [...this.reactions, reaction];
    setTimeout(() => (this.reactions = this.reactions.filter((other) => other !== reaction)), REACTION_TIME);
  }

  #speaks(seat: number | null, spoken: Spoken): void {
    if (seat === null) return;
    const bubble = { seat, spoken };
    this.bubbles = [...this.bubbles.filter((other) => other.seat !== seat), bubble];
    setTimeout(() => (this.bubbles = this.bubbles.filter((other) => other !== bubble)), BUBBLE_TIME);
  }

  #learnTable(table: TableState): void {
    this.table = table;
    worn.looks = table.chairs.map((chair) => chair.appearance);
  }

  /** Who chose a bird, a hat and a coat before comes dressed like that. */
  #dress(): void {
    const look = settings.look;
    if (
      look &&
      this.seat !== null &&
      this.table?.stage === 'lobby' &&
      this.options.token === undefined &&
      !same(look, lookOf(this.seat)) &&
      !this.#dressed
    )
      this.send({ type: 'Dress', appearance: look });
    this.#dressed = true;
  }

  /** Automatic: nobody has to know of it to be dealt fair cards. */
  async #addChance(came = false): Promise<void> {
    const chunk = await import('./chance').catch(() => null);
    if (!chunk) return;
    this.#chance ??= new chunk.Chance(this.player);
    const request = this.#chance.follow(this.table!, this.seat, came);
    if (request) this.#socket.send(request);
  }

  #answered(id: string): void {
    this.#sent.delete(id);
    this.pending = this.#sent.size;
  }
}

const same = (one: Appearance, other: Appearance) =>
  one.bird === other.bird && one.hat === other.hat && one.coat === other.coat;

function claimsOf(view: View | null): Spoken[] {
  return (view?.rounds ?? []).flatMap((round) =>
    round.claims.map(({ seat, claim }) => ({ kind: 'claim' as const, seat, claim })),
  );
}
