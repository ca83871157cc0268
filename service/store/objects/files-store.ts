import type { Database } from "@/service/store/connections/database";
import { createFile, readFile } from "./files";

/** A file to be stored. */
export type NewFile = { project_id: string; name: string; content: Uint8Array };

/** Files by the digest of their bytes. */
export type FilesStore = {
  /** The digest; the same bytes are stored once. Creates the project on first write. */
  createFile(file: NewFile): Promise<string>;
  /** The bytes in parts, in order; undefined when there is no such file. */
  readFile(projectId: string, digest: string): Promise<AsyncIterable<Uint8Array> | undefined>;
};

export function filesStore(database: Database): FilesStore {
  return {
    createFile: createFile.bind(undefined, database),
    readFile: readFile.bind(undefined, database),
  };
}
