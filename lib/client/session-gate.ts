/**
 * Where requests wait while the reader signs in again, so that nothing on the page is unmounted or lost.
 * `epoch` counts the renewals: a refusal of a request that was sent before the last one needs no new asking.
 */
export interface SessionGate {
  readonly epoch: number;
  /** Resolves once the session was renewed after `epoch`; rejects with the refusal when the reader declines. */
  renewedSince(epoch: number, refusal: Error, signal?: AbortSignal): Promise<void>;
  /** Are requests waiting, so that the reader should be asked? */
  readonly isAsking: boolean;
  subscribe(listener: () => void): () => void;
  renewed(): void;
  declined(): void;
}

interface Waiting {
  resolve: () => void;
  reject: (reason: unknown) => void;
  refusal: Error;
}

export function createSessionGate(): SessionGate {
  const waiting = new Set<Waiting>();
  const listeners = new Set<() => void>();
  let epoch = 0;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const settle = (settleOne: (one: Waiting) => void) => {
    const all = [...waiting];
    waiting.clear();
    for (const one of all) settleOne(one);
    notify();
  };

  return {
    get epoch() {
      return epoch;
    },
    get isAsking() {
      return waiting.size > 0;
    },
    renewedSince(since, refusal, signal) {
      if (since < epoch) return Promise.resolve();
      return new Promise<void>((resolve, reject) => {
        const one: Waiting = { resolve, reject, refusal };
        waiting.add(one);
        signal?.addEventListener(
          "abort",
          () => {
            if (!waiting.delete(one)) return;
            reject(signal.reason);
            notify();
          },
          { once: true },
        );
        notify();
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    renewed() {
      epoch += 1;
      settle((one) => one.resolve());
    },
    declined() {
      settle((one) => one.reject(one.refusal));
    },
  };
}
