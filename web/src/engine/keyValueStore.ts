/** What the engine keeps on this device: texts by key, in IndexedDB. In a window that refuses storage they last as long as the worker. */

const NAME = 'engine';

/** Keys with their texts; without one, the key is dropped, or expected to be free. */
export type Texts = [key: string, text: string | undefined][];

export class KeyValueStore {
  #database: IDBDatabase | undefined;
  #fallback = new Map<string, string>();

  static async open(): Promise<KeyValueStore> {
    const store = new KeyValueStore();
    try {
      const opening = indexedDB.open(NAME, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
      store.#database = await done(opening);
    } catch {
      // See above.
    }
    return store;
  }

  async get(key: string): Promise<string | undefined> {
    const store = this.#store('readonly');
    return store ? done<string | undefined>(store.get(key)) : this.#fallback.get(key);
  }

  /** All whose keys begin so, in the order of the keys. */
  async items(prefix: string): Promise<[string, string][]> {
    const store = this.#store('readonly');
    if (!store) return [...this.#fallback].filter(([key]) => key.startsWith(prefix)).sort();
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const [keys, texts] = await Promise.all([done(store.getAllKeys(range)), done<string[]>(store.getAll(range))]);
    return keys.map((key, at) => [String(key), texts[at]!]);
  }

  /** Settled when the device has all of it; false, and nothing is changed, unless all is as expected. */
  async write(changes: Texts, expected: Texts): Promise<boolean> {
    const store = this.#store('readwrite');
    if (!store) {
      if (expected.some(([key, text]) => this.#fallback.get(key) !== text)) return false;
      for (const [key, text] of changes) {
        if (text === undefined) this.#fallback.delete(key);
        else this.#fallback.set(key, text);
      }
      return true;
    }
    const written = new Promise<void>((resolve, reject) => {
      store.transaction.oncomplete = () => resolve();
      store.transaction.onabort = () => reject(store.transaction.error ?? new Error('storage refused'));
    });
    const stored = await Promise.all(expected.map(([key]) => done<string | undefined>(store.get(key))));
    const fits = expected.every(([, text], at) => stored[at] === text);
    for (const [key, text] of fits ? changes : []) {
      if (text === undefined) store.delete(key);
      else store.put(text, key);
    }
    await written;
    return fits;
  }

  #store(mode: IDBTransactionMode): IDBObjectStore | undefined {
    return this.#database?.transaction(NAME, mode, { durability: 'strict' }).objectStore(NAME);
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage refused'));
  });
}
