/** Header with which a repeated request gets the job that the first one created. */
export const IDEMPOTENCY_HEADER = "idempotency-key";
