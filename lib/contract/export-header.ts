/** Header with which a client says that it saves the answer as a file (`yes`), which is then recorded as an export. */
export const EXPORT_HEADER = "x-loupe-export";
