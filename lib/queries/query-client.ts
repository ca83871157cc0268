import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/client/api-error";

/**
 * A list with a broken connection is read once more; the client itself waits for an unavailable service or a new
 * sign-in.
 */
function shouldRetry(failures: number, error: unknown): boolean {
  return error instanceof ApiError && error.code === "cut_off" && failures < 1;
}

/** The page's cache of server data. */
export function createQueryClient(retry: false | typeof shouldRetry = shouldRetry): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The service may be on the same machine, where an offline browser can still reach it.
      queries: { retry, networkMode: "always", staleTime: 5000 },
      mutations: { networkMode: "always" },
    },
  });
}
