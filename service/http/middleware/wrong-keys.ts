import { AppError } from "@/lib/contract/app-error";
import { type FailedAttempts, RETRY_SECONDS } from "@/lib/network/failed-attempts";
import { presentedKeys } from "@/service/people/keys/credentials";
import type { ServiceContext } from "./env";

const TOO_MANY = "Too many failed authentication attempts from this address; check the key and try again later";

/** Counts a request with an unknown key, and delays its response after too many from its address. */
export async function slowDown(c: ServiceContext, attempts: FailedAttempts, address: string): Promise<void> {
  // A request without a key is not a guess.
  if (presentedKeys((name) => c.req.header(name)).length === 0) return;
  await countFailure(c, attempts, address);
}

/** Counts a failed attempt, and delays its response after too many from its address. */
export async function countFailure(c: ServiceContext, attempts: FailedAttempts, address: string): Promise<void> {
  if (await attempts.failed(address, c.req.raw.signal)) return;
  throw new AppError("too_many_requests", TOO_MANY, { retryAfterSeconds: RETRY_SECONDS });
}
