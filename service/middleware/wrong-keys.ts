import { AppError } from "@/lib/contract/app-error";
import { type FailedAttempts, RETRY_SECONDS } from "@/lib/network/failed-attempts";
import { presentedKeys } from "@/service/auth/credentials";
import type { ServiceContext } from "./env";

/** Notes a request whose key is not known, and holds its answer back where too many such came from its address. */
export async function slowDown(c: ServiceContext, attempts: FailedAttempts, address: string): Promise<void> {
  // Without a key nothing was guessed.
  if (presentedKeys((name) => c.req.header(name)).length === 0) return;
  if (await attempts.failed(address, c.req.raw.signal)) return;
  throw new AppError("too_many_requests", "Too many requests from this address have wrong API keys", {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
