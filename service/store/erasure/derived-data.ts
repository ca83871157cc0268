import { readAnyRef } from "@/lib/contract/refs";
import { decodeEscapes } from "@/lib/json/decode";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { Connection } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { inRange, keyPages } from "./pages";

/** Which of some calls and traces are erased, or are to be. */
export type AreErased = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

const REFS = /(?:core|weave):\/\/\/[^\s"'<>]+/g;
const SOURCES = /"source_(?:observation|trace)_id":\s*"([^"\\]+)"/g;

/** The calls and traces that a JSON text refers to: by refs, or as the source of an item of a dataset of Langfuse. */
function callsIn(json: string): string[] {
  const refs = (decodeEscapes(json).match(REFS) ?? []).flatMap((text) => {
    const ref = readAnyRef(text);
    return ref?.kind === "call" ? [ref.id] : [];
  });
  return [...refs, ...[...json.matchAll(SOURCES)].flatMap(([, id]) => id ?? [])];
}

/** Digests of the rows of tables that were made of erased calls, as each row says where it is from. */
export async function* rowsOfCalls(
  connection: Connection,
  projectId: string,
  areErased: AreErased,
): AsyncGenerator<string[]> {
  for await (const { after, to } of keyPages(connection, projectId, { table: "table_rows", key: "digest" })) {
    const rows = await connection.query(
      `select digest, val from table_rows r where r.project_id = $1 and ${inRange("r.digest", "$2", "$3")}
         and (r.val like '%/call/%' or r.val like '%\\/call\\/%' or r.val like '%"source_%')`,
      [projectId, after, to],
    );
    const sources = rows.map((row) => ({
      digest: requiredText(row, "digest"),
      calls: callsIn(requiredText(row, "val")),
    }));
    const erased = await areErased([...new Set(sources.flatMap(({ calls }) => calls))]);
    yield sources.filter(({ calls }) => calls.some((call) => erased.has(call))).map(({ digest }) => digest);
  }
}

/** A version of an annotation queue with calls that are erased. */
export type QueueVersion = { objectId: string; digest: string; val: string; erased: ReadonlySet<string> };

/** The versions of annotation queues that contain erased calls. */
export async function* queuesWithCalls(
  connection: Connection,
  projectId: string,
  areErased: AreErased,
): AsyncGenerator<QueueVersion> {
  const rows = await connection.query(
    `select object_id, digest, val from object_values v where v.project_id = $1 and v.val like '%"call_ids"%'`,
    [projectId],
  );
  for (const row of rows) {
    const val = requiredText(row, "val");
    const erased = await areErased(queuedCalls(val));
    if (erased.size > 0)
      yield { objectId: requiredText(row, "object_id"), digest: requiredText(row, "digest"), val, erased };
  }
}

/** The versions of objects that refer to erased calls. */
export async function objectsOfCalls(
  connection: Connection,
  projectId: string,
  areErased: AreErased,
): Promise<string[]> {
  const rows = await connection.query(
    `select object_id, digest, val from object_values v
     where v.project_id = $1 and (v.val like '%/call/%' or v.val like '%\\/call\\/%')`,
    [projectId],
  );
  const found: string[] = [];
  for (const row of rows)
    if ((await areErased(callsIn(requiredText(row, "val")))).size > 0)
      found.push(`${requiredText(row, "object_id")}/${requiredText(row, "digest")}`);
  return found;
}

/** The ids of the calls of a queue. */
function queuedCalls(val: string): string[] {
  const list = JsonNode.parse(new JsonText(val)).get("call_ids")?.items() ?? [];
  return [...list].flatMap((item) => item.string() ?? []);
}

/** The value of a queue without some calls; everything else keeps its text. */
export function withoutCalls({ val, erased }: QueueVersion): { val: string; removed: number } {
  const list = JsonNode.parse(new JsonText(val)).get("call_ids");
  if (!list) return { val, removed: 0 };
  const items = [...list.items()];
  const kept = items.filter((item) => !erased.has(item.string() ?? ""));
  const text = `[${kept.map(({ raw }) => raw).join(",")}]`;
  return { val: val.replace(list.raw, () => text), removed: items.length - kept.length };
}
