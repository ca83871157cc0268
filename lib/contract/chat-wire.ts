/** Data of the event that ends a complete stream. */
export const STREAM_END = "[DONE]";

/** Response header with the id of the call that records the answer. */
export const CALL_ID_HEADER = "x-loupe-call-id";
/** Response header with the name of the model server that responded. */
export const UPSTREAM_HEADER = "x-loupe-upstream";
/** Request header that sets how much is recorded: `full`, `usage` or `off`. */
export const RECORD_HEADER = "x-loupe-record";
/** Request header with the ref of the prompt's version that the messages are from, in UTF-8. */
export const PROMPT_HEADER = "x-loupe-prompt";
/** Request header with the ref of the row of a table that filled the variables of the messages, in UTF-8. */
export const ROW_HEADER = "x-loupe-row";
