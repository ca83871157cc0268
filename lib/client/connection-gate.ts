import type { ApiError } from "./api-error";
import { createListeners, type Listen } from "./listeners";
import { createWaitingRequests } from "./waiting-requests";

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 8000;

/**
 * The state while the service does not respond: the error to show, and when all waiting requests are retried
 * (milliseconds since 1970).
 */
export interface Outage {
  message: string;
  retryAt: number;
}

/**
 * Where requests wait while the service is unavailable. All are retried at once, with increasing delays, and continue
 * when it is back. A request may be sent more than once, so one that changes something must be idempotent.
 */
export interface ConnectionGate {
  readonly outage: Outage | undefined;
  /** How often requests have had to wait so far. */
  readonly waits: number;
  /** Resolves when the request may be sent again. */
  wait(failure: ApiError, signal?: AbortSignal): Promise<void>;
  /** Records that a response arrived. */
  answered(): void;
  retryNow(): void;
  subscribe: Listen;
}

export function createConnectionGate(now: () => number = Date.now): ConnectionGate {
  const waiting = createWaitingRequests();
  const { subscribe, notify } = createListeners();
  let failures = 0;
  let waits = 0;
  let outage: Outage | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tryAgain = () => {
    clearTimeout(timer);
    timer = undefined;
    waiting.releaseAll();
  };
  const plan = (failure: ApiError) => {
    const backoff = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    const delay = Math.max(backoff, Math.min((failure.retryAfterSeconds ?? 0) * 1000, LONGEST_RETRY_MS));
    failures += 1;
    outage = { message: failure.message, retryAt: now() + delay };
    timer = setTimeout(tryAgain, delay);
    notify();
  };

  return {
    get outage() {
      return outage;
    },
    get waits() {
      return waits;
    },
    wait(failure, signal) {
      waits += 1;
      const held = waiting.hold(failure, signal);
      if (timer === undefined) plan(failure);
      return held;
    },
    answered() {
      if (!outage || !waiting.isEmpty) return;
      failures = 0;
      outage = undefined;
      clearTimeout(timer);
      timer = undefined;
      notify();
    },
    retryNow: tryAgain,
    subscribe,
  };
}
