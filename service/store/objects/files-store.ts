import { createFile, readFile } from "./files";

/** A file to be stored. */
export type NewFile = { project_id: string; name: string; content: Uint8Array };

/** Files by the digest of their bytes. */
export const filesStore = { createFile, readFile };
