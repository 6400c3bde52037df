/** Where a table or a record lives: at the server, or on this device, in the engine that the page brings along. */

export type Place = 'server' | 'device';

/** Where everything is that no address names. */
export const HOME: Place = __STATIC__ ? 'device' : 'server';

/** What the engine opens has names that no server gives: links with such codes stay good for as long as people keep them. */
export const placeOf = (name: string): Place => (/^(O[A-Z]{7}$|local\.)/.test(name) ? 'device' : HOME);
