import { createFile, findFile, readFile } from "./files";

/** A file to be stored. */
export type NewFile = { project_id: string; name: string; content: Uint8Array };

/** A stored file without its bytes. */
export type StoredFile = { digest: string; name: string; size_bytes: number; created_at: string };

/** Files by the digest of their bytes. */
export const filesStore = { createFile, findFile, readFile };
