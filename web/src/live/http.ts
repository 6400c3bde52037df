/** The questions that are asked over HTTP, and the answers' types. */

import type * as wire from '../wire/messages';
import { refusalInWords, type Refused } from '../words/refusals';
import type { Written } from './fairDeal';
import { HOME, type Place } from './place';

/** The server said no; `message` says why in the reader's language. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly refused: Refused,
  ) {
    super(refusalInWords(refused));
  }
}

export const openTable = (body: wire.OpenTable) => post<wire.Admission>('/api/tables', body);
export const publicTables = () => get<wire.TableSummary[]>('/api/tables');
export const invitationOf = (code: string, place: Place) =>
  get<wire.Invitation>(`/api/tables/${code}/invitation`, place);
export const joinTable = (code: string, body: wire.JoinTable, place: Place) =>
  post<wire.Admission>(`/api/tables/${code}/join`, body, place);
/** Admissions of which the browser keeps no cookie, so that it may be several people at one table. */
export const openTableFor = (body: wire.OpenTable, place: Place) =>
  post<wire.Admission>('/api/tables', body, place, 'omit');
export const joinTableFor = (code: string, body: wire.JoinTable, place: Place) =>
  post<wire.Admission>(`/api/tables/${code}/join`, body, place, 'omit');
export const continueHere = (code: string, body: wire.Continue, place: Place) =>
  post<wire.Admission>(`/api/tables/${code}/continue`, body, place);
export const ticket = (code: string, place: Place) => post<wire.Ticket>(`/api/tables/${code}/ticket`, {}, place);
export const playNow = (body: wire.PlayNow) => post<wire.Admission>('/api/play-now', body);
export const quickMatch = (body: wire.QuickMatch) => post<wire.Admission>('/api/quick-match', body);
export const howToPlay = (query: Record<string, string>, place: Place) =>
  get<wire.HowToPlay>(`/api/how-to-play?${new URLSearchParams(query)}`, place);
export const checkRules = (body: wire.CheckRules, place: Place) =>
  post<wire.RulesChecked>('/api/rules/check', body, place);
/** The rule behind a refusal. */
export const ruleBehind = (query: Record<string, string>, place: Place) =>
  get<wire.Why>(`/api/why?${new URLSearchParams(query)}`, place);
export const replayOf = (id: string, lens: string, place: Place) =>
  get<wire.Replay>(`/api/records/${id}/replay?lens=${encodeURIComponent(lens)}`, place);
export const recordOf = (id: string, place: Place) => get<Written>(`/api/records/${id}/record.json`, place);
/** The review, or how far it is. */
export const reviewOf = (id: string, place: Place) =>
  get<wire.Review | wire.ReviewProgress>(`/api/records/${id}/review`, place);
export const beliefOf = (id: string, place: Place) => get<wire.Believed[]>(`/api/records/${id}/belief`, place);
export const fillIn = (body: wire.FillIn) => post<wire.Filled>('/api/paper', body);
export const keepPaper = (body: wire.FillIn) => post<wire.Kept>('/api/paper/keep', body);
export const keepRecord = (body: wire.KeepRecord, place: Place) => post<wire.Kept>('/api/records', body, place);
export const myPlace = () => get<wire.MyPlace>('/api/me');
export const changePlace = (body: wire.ChangePlace) => post<wire.MyPlace>('/api/me', body);
export const forgetMe = () => reach('/api/me', { method: 'DELETE', credentials: 'same-origin' }, HOME);
export const signOutEverywhere = () =>
  reach('/api/me/leave-everywhere', { method: 'POST', credentials: 'same-origin' }, HOME);
export const signOut = () => reach('/api/me/leave', { method: 'POST', credentials: 'same-origin' }, HOME);
export const playAgain = (record: string) => post<wire.Admission>('/api/me/again', { record });
export const beginPasskey = () => post<wire.PasskeyChallenge>('/api/me/passkey/begin', {});
export const makePasskey = (body: wire.PasskeyAnswer) => post<wire.RecoveryCodes>('/api/me/passkey', body);
export const removePasskey = (id: string) => post<wire.MyPlace>('/api/me/passkey/remove', { id });
export const newRecoveryCodes = () => post<wire.RecoveryCodes>('/api/me/recovery-codes', {});
export const beginComingBack = () => post<wire.PasskeyChallenge>('/api/me/come-back/begin', {});
export const comeBack = (body: wire.PasskeyAnswer) => post<wire.MyPlace>('/api/me/come-back', body);
export const recover = (code: string) => post<wire.MyPlace>('/api/me/recover', { code });
export const playersPage = (id: string) => get<wire.PlayersPage>(`/api/players/${encodeURIComponent(id)}`);
export const leaderboard = () => get<wire.Leaderboard>('/api/leaderboard');
export const yourTurns = () => get<wire.YourTurn[]>('/api/turns');
export const pushService = () => get<wire.PushService>('/api/push');
export const subscribePush = (body: wire.Subscription) => send('/api/me/push', body);
export const endPush = (body: wire.Unsubscribe) => send('/api/me/push/end', body);
export const calendarOf = (code: string) => `/api/tables/${code}/calendar.ics`;
export const qrOf = (code: string) => `/api/tables/${code}/qr.svg`;

const get = <T>(path: string, place?: Place) => ask<T>(path, {}, place);
const post = <T>(path: string, body: unknown, place?: Place, credentials: RequestCredentials = 'same-origin') =>
  ask<T>(path, posted(body, credentials), place);
/** What is answered without a word. */
const send = (path: string, body: unknown) => answered(path, posted(body));

const posted = (body: unknown, credentials: RequestCredentials = 'same-origin'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  credentials,
});

const ask = async <T>(path: string, init: RequestInit, place?: Place): Promise<T> =>
  (await (await answered(path, init, place)).json()) as T;

async function answered(path: string, init: RequestInit, place: Place = HOME): Promise<Response> {
  const answer = await reach(path, { credentials: 'same-origin', ...init }, place);
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return answer;
}

/** Ask the server or the engine. Some things the page can do alone where no server is reached. */
export async function reach(path: string, init: RequestInit, place: Place): Promise<Response> {
  if (place === 'server') {
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
    return (await answer.json()) as wire.Problem;
  } catch {
    // Not our server but something before it, such as a proxy.
    return { code: answer.status === 429 ? 'too-many' : 'failed', reason: answer.statusText };
  }
}
