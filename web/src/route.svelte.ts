/** Which screen the address names; links change it without loading the page again. */

import { placeOf, type Place } from './live/place';

export type Route =
  | { screen: 'home' }
  | { screen: 'table' | 'tv' | 'pass-table'; code: string; place: Place }
  | { screen: 'replay' | 'review' | 'player'; id: string; place: Place }
  | {
      screen:
        | 'pass'
        | 'companion'
        | 'how-to-play'
        | 'learn'
        | 'me'
        | 'leaderboard'
        | 'settings'
        | 'about'
        | 'operator'
        | 'record'
        | 'print'
        | 'lost';
    };

const BY_ID = { r: 'replay', review: 'review', p: 'player' } as const;

export function routeOf(path: string): Route {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  const code = second.toUpperCase();
  switch (first) {
    case '':
      return { screen: 'home' };
    case 't':
    case 'tv':
      return second ? { screen: first === 't' ? 'table' : 'tv', code, place: placeOf(code) } : { screen: 'home' };
    case 'pass':
      return second ? { screen: 'pass-table', code, place: placeOf(code) } : { screen: 'pass' };
    case 'r':
    case 'review':
    case 'p':
      return second ? { screen: BY_ID[first], id: second, place: placeOf(second) } : { screen: 'home' };
    case 'companion':
    case 'me':
    case 'leaderboard':
    case 'how-to-play':
    case 'learn':
    case 'settings':
    case 'about':
    case 'operator':
    case 'record':
    case 'print':
      return { screen: first };
    default:
      return { screen: 'lost' };
  }
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

addEventListener('popstate', () => {
  here = routeOf(address().pathname);
});

addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a');
  const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
  if (!link || modified || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href, location.href);
  if (__STATIC__ && url.hash.startsWith('#/')) {
    event.preventDefault();
    return go(url.hash.slice(1));
  }
  if (url.origin !== location.origin || url.pathname.startsWith('/api/') || url.hash) return;
  event.preventDefault();
  go(url.pathname + url.search);
});
