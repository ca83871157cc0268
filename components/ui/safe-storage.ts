/** What of the browser's storage is used. */
export type PlainStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The browser's storage, which may be full, blocked or missing: nothing here throws. */
export interface SafeStorage {
  /** The text under a key; null where there is none. */
  read(key: string): string | null;
  /** Stores a text; false where the storage does not take it. */
  write(key: string, text: string): boolean;
  /** As `write`, but a text that the storage does not take is read from memory for as long as the page is open. */
  hold(key: string, text: string): void;
  remove(key: string): void;
  /** Moves a text; it is lost where the storage does not take it back. May be called while a component renders. */
  move(from: string, to: string): void;
  /** Every key that begins with a text. */
  keys(start?: string): string[];
  /** Calls back when the text under a key has changed, here or in another tab; returns what removes the listener. */
  subscribe(key: string, listener: () => void): () => void;
}

export function safeStorage(storage: () => PlainStorage): SafeStorage {
  const held = new Map<string, string>();
  const listeners = new Map<string, Set<() => void>>();
  const notify = (key: string) => {
    for (const listener of listeners.get(key) ?? []) listener();
  };
  const read = (key: string) => held.get(key) ?? attempt(() => storage().getItem(key)) ?? null;
  const drop = (key: string) => {
    held.delete(key);
    attempt(() => storage().removeItem(key));
  };
  const set = (key: string, text: string): boolean =>
    attempt(() => {
      storage().setItem(key, text);
      held.delete(key);
      return true;
    }) ?? false;

  return {
    read,
    write(key, text) {
      const isStored = set(key, text);
      if (isStored) notify(key);
      return isStored;
    },
    hold(key, text) {
      if (!set(key, text)) held.set(key, text);
      notify(key);
    },
    remove(key) {
      drop(key);
      notify(key);
    },
    move(from, to) {
      const text = read(from);
      // Removed first, so that a storage that is nearly full has room for it.
      drop(from);
      if (text !== null) set(to, text);
      queueMicrotask(() => [from, to].forEach(notify));
    },
    keys(start = "") {
      const stored = attempt(() => Array.from({ length: storage().length }, (_, index) => storage().key(index) ?? ""));
      return [...new Set([...(stored ?? []), ...held.keys()])].filter((key) => key.startsWith(start));
    },
    subscribe(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      // Another tab that clears everything names no key.
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      window.addEventListener("storage", onStorage);
      return () => {
        own.delete(listener);
        window.removeEventListener("storage", onStorage);
      };
    },
  };
}

/** What outlives the tab and is the same in all of them. */
export const browserStorage = safeStorage(() => localStorage);

/** What this tab alone has. */
export const tabStorage = safeStorage(() => sessionStorage);

/** What a stored text is as JSON; undefined where there is none, or it is no JSON. */
export function storedJson(text: string | null): unknown {
  return text === null ? undefined : attempt((): unknown => JSON.parse(text));
}

function attempt<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
