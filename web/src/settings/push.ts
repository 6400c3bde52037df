/** Notifications that reach a closed page: what this browser wants to be told, and its subscription. */

import { endPush, pushService, subscribePush } from '../live/http';
import { HOME } from '../live/place';
import type { NoticeKind } from '../wire/messages';
import { change, settings } from './settings.svelte';

export const KINDS: NoticeKind[] = ['turn', 'begins', 'addressed', 'result'];
const MOST_TABLES = 50;

export const canPush = (): boolean =>
  HOME === 'server' && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** What is wanted at a table, or wherever nothing else is. */
export const wished = (code = ''): NoticeKind[] => settings.pushAt[code] ?? settings.push;

/** Whether it worked: the browser may refuse. */
export async function wish(kinds: NoticeKind[], code = ''): Promise<boolean> {
  const before = { push: settings.push, pushAt: settings.pushAt };
  const others = Object.entries(settings.pushAt).filter(([other]) => other !== code);
  change(
    code ? { pushAt: Object.fromEntries([...others, [code, kinds] as const].slice(-MOST_TABLES)) } : { push: kinds },
  );
  const fine = await tellServer().catch(() => false);
  if (!fine) change(before);
  return fine;
}

async function tellServer(): Promise<boolean> {
  const { pushManager } = await navigator.serviceWorker.ready;
  let subscription = await pushManager.getSubscription();
  if (![settings.push, ...Object.values(settings.pushAt)].some((kinds) => kinds.length)) {
    if (subscription) await endPush({ endpoint: subscription.endpoint });
    await subscription?.unsubscribe();
    return true;
  }
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { key } = await pushService();
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await subscribePush({
    endpoint: endpoint!,
    keys: { p256dh: keys!.p256dh!, auth: keys!.auth! },
    language: settings.language,
    kinds: settings.push,
    tables: settings.pushAt,
  });
  return true;
}
