/** What this device keeps under a name. A private window may refuse: then it lasts as long as the page. */

export function stored<T>(place: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Nothing is kept of null. */
export function store(place: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // See above.
  }
}
