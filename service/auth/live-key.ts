import type { Identity } from "./identity";

const LOOK_MS = 1_000;

/**
 * Looks each second, as long as an answer is streamed, whether its key still holds, and calls `onRevoked` once it does
 * not. A lookup that fails says nothing about the key. Returns how to stop looking.
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
