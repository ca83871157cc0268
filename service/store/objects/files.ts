import { AppError } from "@/lib/contract/app-error";
import { toStorableText } from "@/lib/json/decode";
import type { Connection, Database } from "@/service/store/connections/database";
import { digestOf } from "./digest";
import type { NewFile, StoredFile } from "./files-store";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { ensureProjects } from "@/service/store/projects/projects";
import { requiredNumber, requiredText } from "@/service/store/sql/row";

const PART_BYTES = 1024 * 1024;

/** Returns the digest; the same bytes are stored once. Creates the project on first write. */
export async function createFile(database: Database, { project_id, name, content }: NewFile): Promise<string> {
  const message = oversizedName({ project_id });
  if (message) throw new AppError("invalid", message, { errors: [{ path: "project_id", message }] });
  const digest = digestOf(content);
  await ensureProjects(database, new Set([project_id]));
  await database.transaction(async (connection) => {
    // The second of two concurrent writers waits here, and then finds the parts of the first.
    const inserted = await connection.query(INSERT_FILE, [project_id, digest, toStorableText(name), content.length]);
    if (inserted.length > 0) await insertParts(connection, project_id, digest, content);
  });
  return digest;
}

async function insertParts(connection: Connection, projectId: string, digest: string, content: Uint8Array) {
  for (let part = 0; part * PART_BYTES < content.length; part += 1) {
    const bytes = Buffer.from(content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    await connection.query(INSERT_PART, [projectId, digest, part, bytes]);
  }
}

const INSERT_FILE = `
  insert into files (project_id, digest, name, size_bytes) values ($1, $2, $3, $4)
  on conflict (project_id, digest) do nothing returning digest`;

const INSERT_PART = "insert into file_parts (project_id, digest, part, content) values ($1, $2, $3, $4)";

/** Shortest abbreviation of a digest that names a file: 132 bits, as many as IDs of media have. */
const ABBREVIATION = /^[0-9A-Za-z]{22,42}$/;

/** The file with this digest, or with a digest that begins with these 22 characters or more; undefined without one. */
export async function findFile(database: Database, projectId: string, digest: string): Promise<StoredFile | undefined> {
  const condition = ABBREVIATION.test(digest) ? "digest > $2 and digest < $2 || '~'" : "digest = $2";
  const [row] = await database.query(
    `select digest, name, size_bytes, created_at from files where project_id = $1 and ${condition}
     order by digest limit 1`,
    [projectId, digest],
  );
  return (
    row && {
      digest: requiredText(row, "digest"),
      name: requiredText(row, "name"),
      size_bytes: requiredNumber(row, "size_bytes"),
      created_at: requiredText(row, "created_at"),
    }
  );
}

/** The bytes in parts, in order, of the file that `findFile` finds; undefined if there is none. */
export async function readFile(
  database: Database,
  projectId: string,
  digest: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const file = await findFile(database, projectId, digest);
  return file && readParts(database, projectId, file.digest, Math.ceil(file.size_bytes / PART_BYTES));
}

async function* readParts(
  database: Database,
  projectId: string,
  digest: string,
  parts: number,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const [row] = await database.query(READ_PART, [projectId, digest, part]);
    yield Buffer.from(requiredText(row ?? {}, "content"), "hex");
  }
}

const READ_PART = `
  select encode(content, 'hex') as content from file_parts where project_id = $1 and digest = $2 and part = $3`;
