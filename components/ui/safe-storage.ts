/** The part of the browser's storage API that is used. */
export type PlainStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The browser's storage, which may be full, blocked or missing: nothing here throws. */
export interface SafeStorage {
  /** The text under a key; null if there is none. */
  read(key: string): string | null;
  /** Stores a text; false if the storage does not accept it. */
  write(key: string, text: string): boolean;
  /** Like `write`, but a text that the storage does not accept is kept in memory as long as the page is open. */
  hold(key: string, text: string): void;
  remove(key: string): void;
  /** Moves a text; it is lost if the storage does not accept it again. May be called while a component renders. */
  move(from: string, to: string): void;
  /** Every key with this prefix. */
  keys(start?: string): string[];
  /**
   * Calls back when the text under a key changes, in this or another tab; returns a function that removes the listener.
   */
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
      // Removed first, so that an almost full storage has space for it.
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
      // When another tab clears the storage, the event has no key.
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

/** Storage that outlives the tab and is shared by all tabs. */
export const browserStorage = safeStorage(() => localStorage);

/** Storage of this tab only. */
export const tabStorage = safeStorage(() => sessionStorage);

/** A stored text parsed as JSON; undefined if there is none, or it is invalid. */
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
