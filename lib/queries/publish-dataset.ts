import type { Client } from "@/lib/client/client";
import type { ObjectVersion } from "@/lib/contract/objects";
import { formatRef } from "@/lib/contract/refs";
import { changeMembers } from "@/lib/json/change-members";
import { type JsonText, toJsonText, writeJson } from "@/lib/json/text";
import { publishOver } from "./publish-over";

interface DatasetVersion {
  projectId: string;
  name: string;
  /** Of the dataset, or what was changed in this version of it; if it is empty, that of the earlier version is kept. */
  description: string;
  /** Digest of the table of its rows. */
  digest: string;
  /** The version whose other members are kept; null for a name that must be free, undefined for any. */
  over: ObjectVersion | null | undefined;
  /** The digest of the latest version, if that is not the one in `over`. */
  replaces?: string;
}

/**
 * Publishes a stored table as a version of a dataset. Throws `NewerVersion`, and publishes nothing, if the latest version
 * is not the one that it replaces.
 */
export async function publishDataset(
  { projectId, name, description, digest, over, replaces = over?.digest }: DatasetVersion,
  client: Client,
): Promise<Pick<ObjectVersion, "object_id" | "digest" | "version_index">> {
  const rows = rowsRef(projectId, digest);
  const changes = new Map([["rows", writeJson(rows)]]);
  if (description !== "") changes.set("description", writeJson(description));
  const val = over ? changeMembers(over.val, changes) : newDataset({ name, description, rows });
  const objectClass = over && !val.text.includes('"_class_name"') ? over.base_object_class : undefined;
  const obj = { project_id: projectId, object_id: name, val, builtin_object_class: objectClass };
  return over === undefined ? client.request("objCreate", { obj }) : publishOver({ ...obj, replaces }, client);
}

/** The value of a dataset in the format of Weave's SDKs. */
function newDataset({ name, description, rows }: Record<"name" | "description" | "rows", string>): JsonText {
  return toJsonText({
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name,
    description: description === "" ? null : description,
    rows,
  });
}

/** The ref has the scheme that Weave's SDKs use, which the service also accepts. */
function rowsRef(projectId: string, digest: string): string {
  const [entity = "", project = ""] = projectId.split("/");
  return formatRef({ scheme: "weave", entity, project, kind: "table", digest, path: [] });
}
