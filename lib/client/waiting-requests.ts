interface Waiting {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** Requests that are held back; one that is aborted meanwhile leaves. */
export interface WaitingRequests {
  readonly isEmpty: boolean;
  /** Resolves at `releaseAll`, rejects at `rejectAll` with the reason given here, or when the signal aborts. */
  hold(reason: unknown, signal?: AbortSignal): Promise<void>;
  releaseAll(): void;
  rejectAll(): void;
}

export function createWaitingRequests(): WaitingRequests {
  const waiting = new Map<Waiting, unknown>();
  const takeAll = () => {
    const all = [...waiting];
    waiting.clear();
    return all;
  };
  return {
    get isEmpty() {
      return waiting.size === 0;
    },
    hold(reason, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const one = { resolve, reject };
      waiting.set(one, reason);
      const leave = () => {
        waiting.delete(one);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      if (signal?.aborted) leave();
      return promise.finally(() => signal?.removeEventListener("abort", leave));
    },
    releaseAll() {
      for (const [{ resolve }] of takeAll()) resolve();
    },
    rejectAll() {
      for (const [{ reject }, reason] of takeAll()) reject(reason);
    },
  };
}
