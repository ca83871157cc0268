/** Adds a listener and returns a function that removes it, as React's `useSyncExternalStore` expects. */
export type Listen = (listener: () => void) => () => void;

/** The listeners of one store. */
export function createListeners(): { subscribe: Listen; notify: () => void } {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
