interface Waiting {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** Waiting requests; an aborted one is removed. */
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
      return new Promise<void>((resolve, reject) => {
        const abort = () => {
          waiting.delete(one);
          reject(signal?.reason);
        };
        const one: Waiting = {
          resolve: () => {
            signal?.removeEventListener("abort", abort);
            resolve();
          },
          reject,
        };
        if (signal?.aborted) return abort();
        waiting.set(one, reason);
        signal?.addEventListener("abort", abort, { once: true });
      });
    },
    releaseAll() {
      for (const [{ resolve }] of takeAll()) resolve();
    },
    rejectAll() {
      for (const [{ reject }, reason] of takeAll()) reject(reason);
    },
  };
}
