/** What is left of a row that was erased: its digest, and this value. */
export const ERASED_ROW = '{"_erased":true}';
