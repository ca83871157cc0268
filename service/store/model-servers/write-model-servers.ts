import { AppError } from "@/lib/contract/app-error";
import { CONNECTIONS } from "@/lib/contract/limits";
import { toStorableText } from "@/lib/json/decode";
import type { Connection, Database } from "@/service/store/connections/database";
import { requiredNumber } from "@/service/store/sql/row";
import type { ModelServer, ModelServerContent } from "./model-servers-store";
import { lockModelServer, readModelServer } from "./read-model-servers";

/** Two writers of the list wait for each other, so that names stay unique and their number limited. */
const LOCK = "lock table model_servers in share row exclusive mode";

/**
 * Stores a model server; one that is stored already stays as it is. Throws `conflict` if another has its name, `invalid`
 * if there are too many.
 */
export async function createModelServer(
  database: Database,
  { id, createdBy, ...content }: ModelServerContent & Pick<ModelServer, "id" | "createdBy">,
): Promise<ModelServer> {
  return database.transaction(async (connection) => {
    await connection.query(LOCK);
    const known = await lockModelServer(connection, id);
    if (known) return known;
    await requireFreeName(connection, id, content.definition.name);
    const [row = {}] = await connection.query(INSERT, [id, ...values(content), toStorableText(createdBy)]);
    const [counted = {}] = await connection.query("select count(*) as servers from model_servers");
    if (requiredNumber(counted, "servers") > CONNECTIONS)
      throw new AppError("invalid", `At most ${CONNECTIONS} model servers can be added`);
    return readModelServer(row);
  });
}

/**
 * Changes a model server, by what is stored; undefined if there is none. Throws `conflict` if its revision is not
 * `replaces`, or if another has its name.
 */
export async function updateModelServer(
  database: Database,
  { id, replaces }: { id: string; replaces?: number },
  change: (stored: ModelServer) => ModelServerContent,
): Promise<ModelServer | undefined> {
  return database.transaction(async (connection) => {
    await connection.query(LOCK);
    const stored = await lockModelServer(connection, id);
    if (!stored) return undefined;
    requireRevision(stored, replaces);
    const content = change(stored);
    await requireFreeName(connection, id, content.definition.name);
    const [row = {}] = await connection.query(UPDATE, [id, ...values(content)]);
    return readModelServer(row);
  });
}

/** Whether there was one. Throws `conflict` if its revision is not `replaces`. */
export async function deleteModelServer(
  database: Database,
  { id, replaces }: { id: string; replaces?: number },
): Promise<boolean> {
  return database.transaction(async (connection) => {
    const stored = await lockModelServer(connection, id);
    if (!stored) return false;
    requireRevision(stored, replaces);
    await connection.query("delete from model_servers where id = $1::uuid", [id]);
    return true;
  });
}

function requireRevision({ definition, revision }: ModelServer, replaces: number | undefined): void {
  if (replaces === undefined || replaces === revision) return;
  throw new AppError("conflict", `The model server ${definition.name} was changed by somebody else; reload it`);
}

async function requireFreeName(connection: Connection, id: string, name: string): Promise<void> {
  const [other] = await connection.query("select id from model_servers where name = $1 and id <> $2::uuid", [name, id]);
  if (!other) return;
  const message = "is the name of another model server";
  throw new AppError("conflict", `name: ${message}`, { errors: [{ path: "name", message }] });
}

const values = ({ definition, sealedKey, headerNames, sealedHeaders }: ModelServerContent) => [
  definition.name,
  toStorableText(JSON.stringify(definition)),
  sealedKey ?? null,
  JSON.stringify(headerNames),
  sealedHeaders ?? null,
];

const INSERT = `
  insert into model_servers (id, name, definition, sealed_key, header_names, sealed_headers, created_by)
  values ($1::uuid, $2, $3, $4, $5, $6, $7) returning *`;

const UPDATE = `
  update model_servers set name = $2, definition = $3, sealed_key = $4, header_names = $5, sealed_headers = $6,
    revision = revision + 1, updated_at = clock_timestamp()
  where id = $1::uuid returning *`;
