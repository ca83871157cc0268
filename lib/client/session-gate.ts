import { createListeners, type Listen } from "./listeners";
import { createWaitingRequests } from "./waiting-requests";

/**
 * Where requests wait while the user signs in again, so that nothing on the page is unmounted or lost. `epoch` counts
 * renewals: if a request that was sent before the last renewal is rejected, the user is not asked again.
 */
export interface SessionGate {
  readonly epoch: number;
  /** Whether to ask for credentials: from the first rejected request until `renewed` or `declined`. */
  readonly isAsking: boolean;
  /** Resolves once the session was renewed after `epoch`; rejects with the error when the user declines. */
  renewedSince(epoch: number, refusal: Error, signal?: AbortSignal): Promise<void>;
  subscribe: Listen;
  renewed(): void;
  declined(): void;
}

export function createSessionGate(): SessionGate {
  const waiting = createWaitingRequests();
  const { subscribe, notify } = createListeners();
  let epoch = 0;
  let isAsking = false;
  const ask = (next: boolean) => {
    isAsking = next;
    notify();
  };
  return {
    get epoch() {
      return epoch;
    },
    get isAsking() {
      return isAsking;
    },
    renewedSince(since, refusal, signal) {
      if (since < epoch) return Promise.resolve();
      const held = waiting.hold(refusal, signal);
      if (!isAsking) ask(true);
      return held;
    },
    subscribe,
    renewed() {
      epoch += 1;
      waiting.releaseAll();
      ask(false);
    },
    declined() {
      waiting.rejectAll();
      ask(false);
    },
  };
}
