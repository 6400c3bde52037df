/** The questions that are asked over HTTP, and the answers' types. */

import type {
  Admission,
  Believed,
  ChangePlace,
  Continue,
  Filled,
  HowToPlay,
  FillIn,
  Invitation,
  JoinTable,
  KeepRecord,
  Kept,
  Leaderboard,
  MyPlace,
  OpenTable,
  PasskeyAnswer,
  PasskeyChallenge,
  PlayNow,
  PlayersPage,
  Problem,
  QuickMatch,
  RecoveryCodes,
  Replay,
  Review,
  ReviewProgress,
  RulesetInWords,
  TableState,
  TableSummary,
  Ticket,
  YourTurn,
} from '../wire/messages';
import { refusalInWords, type Refused } from '../words/refusals';

/** The server said no; `message` says why in the reader's language. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly refused: Refused,
  ) {
    super(refusalInWords(refused));
  }
}

export const openTable = (body: OpenTable) => post<Admission>('/api/tables', body);
export const publicTables = () => get<TableSummary[]>('/api/tables');
export const tableState = (code: string) => get<TableState>(`/api/tables/${code}`);
export const invitationOf = (code: string) => get<Invitation>(`/api/tables/${code}/invitation`);
export const joinTable = (code: string, body: JoinTable) => post<Admission>(`/api/tables/${code}/join`, body);
/** Admissions of which the browser keeps no cookie, so that it may be several people at one table. */
export const openTableFor = (body: OpenTable, here = false) =>
  post<Admission>(here ? '/api/tables?local.' : '/api/tables', body, 'omit');
export const joinTableFor = (code: string, body: JoinTable) =>
  post<Admission>(`/api/tables/${code}/join`, body, 'omit');
export const continueHere = (code: string, body: Continue) => post<Admission>(`/api/tables/${code}/continue`, body);
export const ticket = (code: string) => post<Ticket>(`/api/tables/${code}/ticket`, {});
export const playNow = (body: PlayNow) => post<Admission>('/api/play-now', body);
export const quickMatch = (body: QuickMatch) => post<Admission>('/api/quick-match', body);
export const rulesInWords = () => get<RulesetInWords[]>('/api/rules');
export const howToPlay = (query: Record<string, string>) =>
  get<HowToPlay>(`/api/how-to-play?${new URLSearchParams(query)}`);
export const replayOf = (id: string, lens: string) =>
  get<Replay>(`/api/records/${id}/replay?lens=${encodeURIComponent(lens)}`);
/** The review, or how far it is. */
export const reviewOf = (id: string) => get<Review | ReviewProgress>(`/api/records/${id}/review`);
export const beliefOf = (id: string) => get<Believed[]>(`/api/records/${id}/belief`);
export const fillIn = (body: FillIn) => post<Filled>('/api/paper', body);
export const keepPaper = (body: FillIn) => post<Kept>('/api/paper/keep', body);
export const keepRecord = (body: KeepRecord, here = false) =>
  post<Kept>(here ? '/api/records?local.' : '/api/records', body);
export const myPlace = () => get<MyPlace>('/api/me');
export const changePlace = (body: ChangePlace) => post<MyPlace>('/api/me', body);
export const forgetMe = () => reach('/api/me', { method: 'DELETE', credentials: 'same-origin' });
export const signOut = () => reach('/api/me/leave', { method: 'POST', credentials: 'same-origin' });
export const playAgain = (record: string) => post<Admission>('/api/me/again', { record });
export const beginPasskey = () => post<PasskeyChallenge>('/api/me/passkey/begin', {});
export const makePasskey = (body: PasskeyAnswer) => post<RecoveryCodes>('/api/me/passkey', body);
export const removePasskey = (id: string) => post<MyPlace>('/api/me/passkey/remove', { id });
export const newRecoveryCodes = () => post<RecoveryCodes>('/api/me/recovery-codes', {});
export const beginComingBack = () => post<PasskeyChallenge>('/api/me/come-back/begin', {});
export const comeBack = (body: PasskeyAnswer) => post<MyPlace>('/api/me/come-back', body);
export const recover = (code: string) => post<MyPlace>('/api/me/recover', { code });
export const playersPage = (id: string) => get<PlayersPage>(`/api/players/${encodeURIComponent(id)}`);
export const leaderboard = () => get<Leaderboard>('/api/leaderboard');
export const yourTurns = () => get<YourTurn[]>('/api/turns');
export const qrOf = (code: string) => `/api/tables/${code}/qr.svg`;

const get = <T>(path: string) => ask<T>(path, {});
const post = <T>(path: string, body: unknown, credentials: RequestCredentials = 'same-origin') =>
  ask<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials,
  });

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const answer = await reach(path, { credentials: 'same-origin', ...init });
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return (await answer.json()) as T;
}

/** Tables and records of this device have names that no server gives; and some things the page can do alone where no server is reached. */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  if (!__STATIC__ && !/tables\/O|[?/]local\.|=O[A-Z]{7}/.test(path)) {
    try {
      return await fetch(path, init);
    } catch (error) {
      if (init.credentials !== 'omit' && !/\/(paper|how-to-play|play-now)\b/.test(path)) throw error;
    }
  }
  return (await import('../engine/engine.svelte')).ask(path, init);
}

async function problem(answer: Response): Promise<Refused> {
  try {
    return (await answer.json()) as Problem;
  } catch {
    // Not our server but something before it, such as a proxy.
    return { code: answer.status === 429 ? 'too-many' : 'failed', reason: answer.statusText };
  }
}
