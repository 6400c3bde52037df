/** Call the player back: title, badge and notification when the table waits for them. */

import { play } from '../sound/sounds';
import { settings } from '../settings/settings.svelte';
import { say } from '../words/speak.svelte';

type Badged = Navigator & { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

export function showTurn(mine: boolean, title: string): void {
  document.title = mine ? `● ${say('turn.title')} · ${title}` : title;
  const navigator_ = navigator as Badged;
  void (mine ? navigator_.setAppBadge?.(1) : navigator_.clearAppBadge?.())?.catch(() => undefined);
}

export function callPlayer(reason: string): void {
  play('bell');
  if (!document.hidden || !settings.notify || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  const options = { body: reason, tag: 'turn', icon: '/icon-192.png' };
  void navigator.serviceWorker?.getRegistration().then((worker) => {
    if (worker) void worker.showNotification(say('turn.title'), options);
    else new Notification(say('turn.title'), options);
  });
}
