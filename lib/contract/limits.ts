// Every bound the service keeps, one constant each; the API reference shows them (design: "Limits").

const KIB = 1024;
const MIB = 1024 * KIB;

/** Largest JSON request body, bytes. */
export const BODY_BYTES = 32 * MIB;
/** Largest OTLP request as sent (possibly gzip), bytes. */
export const OTLP_PACKED_BYTES = 20 * MIB;
/** Largest OTLP request after decompression, bytes. */
export const OTLP_UNPACKED_BYTES = 64 * MIB;
/** Deepest nesting of JSON arrays and objects in any body. */
export const JSON_DEPTH = 256;
/** Deepest nesting of operators in a query expression. */
export const EXPRESSION_DEPTH = 32;
/** Most operators, literals and fields in one query expression. */
export const EXPRESSION_OPERATORS = 10_000;
/** Longest id, name, type or ref, characters. */
export const NAME_CHARS = 1024;
/** Most items in one `/call/upsert_batch`. */
export const BATCH_ITEMS = 10_000;
/** Rows in one list page of the dashboard. */
export const PAGE_ROWS = 1000;
/** Characters of an input or output preview in a list row. */
export const PREVIEW_CHARS = 300;
/** Requests that one key may hold open at once. */
export const OPEN_REQUESTS_PER_KEY = 64;
/** Refused items kept with their reason, per project. */
export const REFUSALS_KEPT = 1000;
/** Most rows one feedback purge removes. */
export const PURGE_ROWS = 10_000;
