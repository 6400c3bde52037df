/** What the engine keeps on this device: texts by key, in IndexedDB. In a window that refuses storage they last as long as the worker. */

const NAME = 'engine';

export class Shelf {
  #database: IDBDatabase | undefined;
  #fallback = new Map<string, string>();

  static async open(): Promise<Shelf> {
    const shelf = new Shelf();
    try {
      const opening = indexedDB.open(NAME, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
      shelf.#database = await done(opening);
    } catch {
      // See above.
    }
    return shelf;
  }

  async get(key: string): Promise<string | undefined> {
    const store = this.#store('readonly');
    return store ? done<string | undefined>(store.get(key)) : this.#fallback.get(key);
  }

  /** Settled when the device has it. */
  async add(key: string, text: string): Promise<boolean> {
    const store = this.#store('readwrite');
    if (!store) {
      if (this.#fallback.has(key)) return false;
      this.#fallback.set(key, text);
      return true;
    }
    const written = new Promise<boolean>((resolve, reject) => {
      store.transaction.oncomplete = () => resolve(true);
      store.transaction.onabort = () => (store.transaction.error?.name === 'ConstraintError' ? resolve(false) : reject(store.transaction.error));
    });
    store.add(text, key);
    return written;
  }

  async under(prefix: string): Promise<string[]> {
    const store = this.#store('readonly');
    if (store) return done<string[]>(store.getAll(beginning(prefix)));
    return [...this.#fallback].filter(([key]) => key.startsWith(prefix)).sort().map(([, text]) => text);
  }

  /** Keys that begin so and their texts, in the order of the keys. */
  async items(prefix: string): Promise<[string, string][]> {
    const store = this.#store('readonly');
    if (!store) return [...this.#fallback].filter(([key]) => key.startsWith(prefix)).sort(([one], [other]) => (one < other ? -1 : 1));
    const [keys, texts] = await Promise.all([done(store.getAllKeys(beginning(prefix))), done<string[]>(store.getAll(beginning(prefix)))]);
    return keys.map((key, number) => [key as string, texts[number]!]);
  }

  /** All of it, or nothing unless everything is as expected. A key without a text is dropped. Settled when the device has it. */
  async write(changes: Map<string, string | undefined>, expected: Map<string, string | undefined>): Promise<boolean> {
    const store = this.#store('readwrite');
    if (!store) {
      if ([...expected].some(([key, text]) => this.#fallback.get(key) !== text)) return false;
      for (const [key, text] of changes) if (text === undefined) this.#fallback.delete(key); else this.#fallback.set(key, text);
      return true;
    }
    const written = new Promise<boolean>((resolve, reject) => {
      store.transaction.oncomplete = () => resolve(true);
      store.transaction.onabort = () => (store.transaction.error ? reject(store.transaction.error) : resolve(false));
    });
    const found = await Promise.all([...expected.keys()].map((key) => done<string | undefined>(store.get(key))));
    if ([...expected.values()].some((text, number) => found[number] !== text)) store.transaction.abort();
    else for (const [key, text] of changes) if (text === undefined) store.delete(key); else store.put(text, key);
    return written;
  }

  async drop(prefix: string): Promise<void> {
    const store = this.#store('readwrite');
    if (store) await done(store.delete(beginning(prefix)));
    else for (const key of this.#fallback.keys()) if (key.startsWith(prefix)) this.#fallback.delete(key);
  }

  #store(mode: IDBTransactionMode): IDBObjectStore | undefined {
    return this.#database?.transaction(NAME, mode, { durability: 'strict' }).objectStore(NAME);
  }
}

const beginning = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
