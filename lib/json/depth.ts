/** Deepest nesting of JSON arrays and objects in any body. */
export const JSON_DEPTH = 256;
