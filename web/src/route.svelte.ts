/** Which screen the address names; links change it without loading the page again. */

export type Route =
  | { screen: 'home' }
  | { screen: 'table'; code: string }
  | { screen: 'tv'; code: string }
  | { screen: 'pass'; code: string | null }
  | { screen: 'replay'; id: string }
  | { screen: 'companion' | 'how-to-play' | 'learn' | 'settings' | 'about' | 'operator' | 'lost' };

export function routeOf(path: string): Route {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  switch (first) {
    case '':
      return { screen: 'home' };
    case 't':
      return second ? { screen: 'table', code: second.toUpperCase() } : { screen: 'home' };
    case 'tv':
      return second ? { screen: 'tv', code: second.toUpperCase() } : { screen: 'home' };
    case 'pass':
      return { screen: 'pass', code: second ? second.toUpperCase() : null };
    case 'r':
      return second ? { screen: 'replay', id: second } : { screen: 'home' };
    case 'companion':
    case 'how-to-play':
    case 'learn':
    case 'settings':
    case 'about':
    case 'operator':
      return { screen: first };
    default:
      return { screen: 'lost' };
  }
}

let here = $state.raw<Route>(routeOf(location.pathname));

export function route(): Route {
  return here;
}

export function go(path: string): void {
  history.pushState(null, '', path);
  arrive();
}

function arrive(): void {
  here = routeOf(location.pathname);
  scrollTo(0, 0);
}

addEventListener('popstate', () => {
  here = routeOf(location.pathname);
});

addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a');
  const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
  if (!link || modified || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || url.pathname.startsWith('/api/') || url.hash) return;
  event.preventDefault();
  go(url.pathname + url.search);
});
