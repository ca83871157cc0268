/** Attempts that fail from one address at one service before more are refused, and for how long, milliseconds. */
export const FAILED_ATTEMPTS = 10;
export const ATTEMPTS_WINDOW_MS = 60_000;
/** Addresses remembered at once; while there are more, unknown ones wait: an address can be invented, time cannot. */
export const ADDRESSES_REMEMBERED = 1000;

/** Headers as next-auth hands them on. */
type HeaderValues = Readonly<Record<string, unknown>>;

/** Failures of a minute, from the first of them on. */
type Failures = { count: number; endsAt: number };

/** Counts failed attempts to sign in, in this process alone. */
export class SignInLimit {
  readonly #failures = new Map<string, Failures>();

  /** Counts an attempt as failed until it is `forgiven`, so that many at once count too; false when it may not be made. */
  take(address: string, service: string, now: number): boolean {
    const key = keyOf(address, service);
    const known = this.#failures.get(key);
    if (known && known.endsAt > now) {
      if (known.count >= FAILED_ATTEMPTS) return false;
      known.count += 1;
      return true;
    }
    if (this.#failures.size >= ADDRESSES_REMEMBERED) this.#forgetPast(now);
    if (this.#failures.size >= ADDRESSES_REMEMBERED) return false;
    this.#failures.set(key, { count: 1, endsAt: now + ATTEMPTS_WINDOW_MS });
    return true;
  }

  /** The attempt did not fail, or not by what was typed. */
  forgive(address: string, service: string): void {
    const key = keyOf(address, service);
    const known = this.#failures.get(key);
    if (!known) return;
    known.count -= 1;
    if (known.count <= 0) this.#failures.delete(key);
  }

  #forgetPast(now: number): void {
    for (const [key, { endsAt }] of this.#failures) if (endsAt <= now) this.#failures.delete(key);
  }
}

const keyOf = (address: string, service: string) => `${address}\n${service}`;

/**
 * Where a request comes from: the last of `X-Forwarded-For`, which the proxy in front has written, or Next where there is
 * none. Those before it are whatever the client says.
 */
export function addressOf(headers: HeaderValues | undefined): string {
  const forwarded = headers?.["x-forwarded-for"];
  return typeof forwarded === "string" ? (forwarded.split(",").at(-1)?.trim() ?? "") : "";
}
