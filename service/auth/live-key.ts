import type { Identity } from "./identity";

const LOOK_MS = 1_000;

/**
 * Checks every second while a response is streamed whether its key is still valid, and calls `onRevoked` when it is
 * not. Failed lookups are ignored. Returns a function that stops the checks.
 */
export function watchKey(identify: () => Promise<Identity | undefined>, onRevoked: () => void): () => void {
  const timer = setInterval(() => {
    identify().then(
      (identity) => {
        if (identity) return;
        clearInterval(timer);
        onRevoked();
      },
      () => undefined,
    );
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
