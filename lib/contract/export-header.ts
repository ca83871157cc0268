/**
 * Header with which a client says whether it saves the answer as a file (`yes`) or shows it (`no`). Without it, a
 * request without a limit counts as an export.
 */
export const EXPORT_HEADER = "x-loupe-export";
