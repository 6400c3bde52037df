/** Days as people say them, in the language of the page. */

export const dayOf = (seconds: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || 'en', { day: 'numeric', month: 'long' }).format(
    seconds * 1000,
  );
