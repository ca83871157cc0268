import { QueryClient } from "@tanstack/react-query";
import { ApiError, isTransient } from "@/lib/client/api-error";

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 15_000;

/** Milliseconds before the next attempt; `failures` is 0 after the first. A `Retry-After` is kept. */
export function retryDelayMs(failures: number, error: unknown): number {
  const backoff = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(backoff, Math.min(asked, LONGEST_RETRY_MS));
}

/** A service that is away is waited for; a list that was cut off is read once more; anything else is told at once. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (isTransient(error)) return true;
  return error instanceof ApiError && error.code === "cut_off" && failures < 1;
}

/** The page's cache of server data, with the project's one retry policy for queries and mutations alike. */
export function createQueryClient(): QueryClient {
  // The service may well be on this machine: a browser that is offline can still reach it.
  const policy = { retry: shouldRetry, retryDelay: retryDelayMs, networkMode: "always" } as const;
  return new QueryClient({
    defaultOptions: {
      queries: { ...policy, staleTime: 5000 },
      mutations: policy,
    },
  });
}
