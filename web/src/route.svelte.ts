/** Which screen the address names; links change it without loading the page again. */

import { placeOf, type Place } from './live/place';
import { say } from './words/speak.svelte';

/** Screens that need nothing but their name. */
const PLAIN = [
  ...(['pass', 'companion', 'how-to-play', 'learn', 'me', 'leaderboard', 'settings', 'about'] as const),
  ...(['operator', 'record', 'print'] as const),
];
type Plain = (typeof PLAIN)[number];
const BY_CODE = { t: 'table', tv: 'tv', pass: 'pass-table' } as const;
const BY_ID = { r: 'replay', review: 'review', p: 'player' } as const;

export type Route =
  | { screen: (typeof BY_CODE)[keyof typeof BY_CODE]; code: string; place: Place }
  | { screen: (typeof BY_ID)[keyof typeof BY_ID]; id: string; place: Place }
  | { screen: Plain | 'home' | 'lost' };

export function routeOf(path: string): Route {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  const code = second.toUpperCase();
  if (second && first in BY_CODE) return { screen: BY_CODE[first as keyof typeof BY_CODE], code, place: placeOf(code) };
  if (second && first in BY_ID)
    return { screen: BY_ID[first as keyof typeof BY_ID], id: second, place: placeOf(second) };
  if (PLAIN.includes(first as Plain)) return { screen: first as Plain };
  return { screen: !first || first in BY_CODE || first in BY_ID ? 'home' : 'lost' };
}

/** A static host knows one address: there the screen is named after the #. */
const address = () => (__STATIC__ ? new URL(location.hash.slice(1) || '/', 'http://page') : location);
export const query = () => new URLSearchParams(address().search);

let here = $state.raw<Route>(routeOf(address().pathname));

export function route(): Route {
  return here;
}

export function go(path: string): void {
  history.pushState(null, '', __STATIC__ ? `#${path}` : path);
  arrive();
}

function arrive(): void {
  here = routeOf(address().pathname);
  scrollTo(0, 0);
}

/** What the browser calls the page while this screen is shown. */
export function titled(title: () => string): void {
  $effect(() => {
    document.title = `${title()} · ${say('home.title')}`;
  });
}

addEventListener('popstate', () => {
  here = routeOf(address().pathname);
});

// No form is sent by the browser: its page hears of it.
addEventListener('submit', (event) => event.preventDefault());

addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a');
  const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
  if (!link || modified || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href, location.href);
  if (__STATIC__ && url.hash.startsWith('#/')) {
    event.preventDefault();
    return go(url.hash.slice(1));
  }
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.hash) {
    // The browser would say that the address changed, and a static host's address is what follows the #.
    event.preventDefault();
    return document.getElementById(url.hash.slice(1))?.scrollIntoView();
  }
  event.preventDefault();
  go(url.pathname + url.search);
});
