/** Header under which a repeated request gets the job that the first one made. */
export const IDEMPOTENCY_HEADER = "idempotency-key";
