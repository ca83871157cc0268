/** Data of the event that ends a whole stream. */
export const STREAM_END = "[DONE]";

/** Names the recorded call of an answer, in its header. */
export const CALL_ID_HEADER = "x-loupe-call-id";
/** Names the model server that answered, or refused, in an answer's header. */
export const UPSTREAM_HEADER = "x-loupe-upstream";
/** Asks, in a request's header, how much of it is recorded: `full`, `usage` or `off`. */
export const RECORD_HEADER = "x-loupe-record";
