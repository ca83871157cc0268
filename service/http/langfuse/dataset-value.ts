import type { z } from "zod";
import type { LangfuseDataset, LangfuseDatasetItem, LangfuseNewItem } from "@/lib/contract/langfuse";
import type { langfuseDatasetCreateRequest } from "@/lib/contract/langfuse";
import type { ObjectVersion } from "@/lib/contract/objects";
import { formatRef, readAnyRef } from "@/lib/contract/refs";
import type { TableRow } from "@/lib/contract/tables";
import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";

const NULL = new JsonText("null");

/** A version of a dataset, and the table of its rows. */
export type Dataset = { version: ObjectVersion; table: string };
type DatasetFields = Omit<z.output<typeof langfuseDatasetCreateRequest>, "name">;

/** A dataset of an object of the class that W&B's SDKs give a dataset; undefined if it has no table of its project. */
export function asDataset(version: ObjectVersion): Dataset | undefined {
  const rows = JsonNode.parse(version.val).get("rows")?.string();
  const ref = rows === undefined ? undefined : readAnyRef(rows);
  if (ref?.kind !== "table" || `${ref.entity}/${ref.project}` !== version.project_id) return undefined;
  return { version, table: ref.digest };
}

/** The value of a dataset with these rows; fields that are not given are those of the former version. */
export function toDatasetValue(
  projectId: string,
  name: string,
  table: string,
  fields: DatasetFields,
  former: ObjectVersion | undefined,
): JsonText {
  const [entity = "", project = ""] = projectId.split("/");
  const known = former && JsonNode.parse(former.val);
  return toJsonText({
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name,
    description: fields.description ?? textOf(known, "description"),
    metadata: fields.metadata ?? jsonOf(known, "metadata"),
    rows: formatRef({ scheme: "core", entity, project, kind: "table", digest: table, path: [] }),
  });
}

/** A dataset for Langfuse's SDKs. */
export function toDataset({ project_id, object_id, created_at, val }: ObjectVersion): LangfuseDataset {
  const value = JsonNode.parse(val);
  return {
    id: object_id,
    name: object_id,
    description: textOf(value, "description"),
    metadata: jsonOf(value, "metadata"),
    projectId: project_id,
    createdAt: created_at,
    updatedAt: created_at,
  };
}

/** The row of an item; what is not given is that of the former row. */
export function toRow(item: LangfuseNewItem, id: string, now: string, former: JsonText | undefined): JsonText {
  const known = former && JsonNode.parse(former);
  return toJsonText({
    id,
    input: item.input ?? jsonOf(known, "input"),
    expected_output: item.expectedOutput ?? jsonOf(known, "expected_output"),
    metadata: item.metadata ?? jsonOf(known, "metadata"),
    source_trace_id: item.sourceTraceId ?? textOf(known, "source_trace_id"),
    source_observation_id: item.sourceObservationId ?? textOf(known, "source_observation_id"),
    status: item.status ?? textOf(known, "status") ?? "ACTIVE",
    created_at: textOf(known, "created_at") ?? now,
    updated_at: now,
  });
}

/** The ID of a row: its own, else its digest. */
export function rowId({ val, digest }: Pick<TableRow, "val" | "digest">): string {
  return textOf(JsonNode.parse(val), "id") ?? digest;
}

/** A row as an item for Langfuse's SDKs. A row that was not written as an item is an input as a whole. */
export function toItem(
  row: Pick<TableRow, "val" | "digest">,
  { object_id, created_at }: ObjectVersion,
): LangfuseDatasetItem {
  const value = JsonNode.parse(row.val);
  return {
    id: rowId(row),
    status: textOf(value, "status") === "ARCHIVED" ? "ARCHIVED" : "ACTIVE",
    input: value.get("input") ? jsonOf(value, "input") : row.val,
    expectedOutput: jsonOf(value, value.get("expected_output") ? "expected_output" : "expected"),
    metadata: jsonOf(value, "metadata"),
    sourceTraceId: textOf(value, "source_trace_id"),
    sourceObservationId: textOf(value, "source_observation_id"),
    datasetId: object_id,
    datasetName: object_id,
    createdAt: textOf(value, "created_at") ?? created_at,
    updatedAt: textOf(value, "updated_at") ?? created_at,
    mediaReferences: [],
  };
}

function textOf(node: JsonNode | undefined, field: string): string | null {
  return node?.get(field)?.string() ?? null;
}

function jsonOf(node: JsonNode | undefined, field: string): JsonText {
  const found = node?.get(field);
  return found ? new JsonText(found.raw) : NULL;
}
