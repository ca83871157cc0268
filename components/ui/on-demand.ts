import { useEffect, useSyncExternalStore } from "react";

export interface OnDemand<Module> {
  /** Loads the module. A load that failed is repeated by the next call. */
  load: () => Promise<void>;
  /** The module once it is loaded. Components that use this have it loaded as soon as the browser is idle. */
  useModule: () => Module | undefined;
  /** As `useModule`, loading at once what is needed now; `onFailure` is called when that fails. */
  useNeeded: (isNeeded: boolean, onFailure: () => void) => Module | undefined;
}

const all = new Set<() => Promise<void>>();

/** For tests: loads every module that is declared so far, as a page does that has been open for a while. */
export async function loadAll(): Promise<void> {
  await Promise.all([...all].map((load) => load()));
}

/**
 * A module that no page needs for its first rendering. Unlike `next/dynamic`, a failed load does not replace the page
 * with its error page: nothing opens, and the next attempt loads again.
 */
export function onDemand<Module>(importModule: () => Promise<Module>): OnDemand<Module> {
  const listeners = new Set<() => void>();
  let loaded: Module | undefined;
  let loading: Promise<void> | undefined;
  let cancelIdle: (() => void) | undefined;

  const read = async () => {
    try {
      loaded = await importModule();
    } finally {
      loading = undefined;
    }
    for (const listener of listeners) listener();
  };
  const load = () => {
    if (loaded) return Promise.resolve();
    loading ??= read();
    return loading;
  };
  all.add(load);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    if (!loaded) cancelIdle ??= whenIdle(() => void load().catch(() => undefined));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      cancelIdle?.();
      cancelIdle = undefined;
    };
  };
  const useModule = () => useSyncExternalStore(subscribe, () => loaded, serverSnapshot);
  return {
    load,
    useModule,
    useNeeded: (isNeeded, onFailure) => {
      const current = useModule();
      useEffect(() => {
        if (isNeeded && !current) load().catch(onFailure);
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- one load for each time that it is needed
      }, [isNeeded]);
      return current;
    },
  };
}

const serverSnapshot = () => undefined;

/** Without `requestIdleCallback` (Safari), the wait is as long as a page usually takes to start. */
const START_MS = 1_000;

/** Runs something when the browser is idle; returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(run, { timeout: START_MS });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(run, START_MS);
  return () => clearTimeout(handle);
}
