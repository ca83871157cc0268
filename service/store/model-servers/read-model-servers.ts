import * as z from "zod";
import { connectionDefinition } from "@/lib/contract/connections";
import type { Connection, Database } from "@/service/store/connections/database";
import { type Row, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import type { ModelServer } from "./model-servers-store";

const names = z.array(z.string());

/** All model servers, by name. Never waits for other work, since what is sent to models depends on it. */
export async function listModelServers(database: Database): Promise<ModelServer[]> {
  const rows = await database.control.query("select * from model_servers order by name");
  return rows.map(readModelServer);
}

/** Another text after every change of a model server. */
export async function modelServersVersion(database: Database): Promise<string> {
  const [row = {}] = await database.control.query(
    "select string_agg(concat_ws(' ', id, created_at, revision), ',' order by id) as version from model_servers",
  );
  return optionalText(row, "version") ?? "";
}

/** A model server, which nobody else can change until the transaction ends; undefined if there is none. */
export async function lockModelServer(connection: Connection, id: string): Promise<ModelServer | undefined> {
  const [row] = await connection.query("select * from model_servers where id = $1::uuid for update", [id]);
  return row && readModelServer(row);
}

/** The model server in a row. */
export function readModelServer(row: Row): ModelServer {
  return {
    id: requiredText(row, "id"),
    definition: connectionDefinition.parse(JSON.parse(requiredText(row, "definition"))),
    sealedKey: optionalText(row, "sealed_key"),
    headerNames: names.parse(JSON.parse(requiredText(row, "header_names"))),
    sealedHeaders: optionalText(row, "sealed_headers"),
    revision: requiredNumber(row, "revision"),
    createdBy: requiredText(row, "created_by"),
    createdAt: requiredText(row, "created_at"),
    updatedAt: requiredText(row, "updated_at"),
  };
}
