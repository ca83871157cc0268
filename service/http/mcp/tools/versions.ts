import { AppError } from "@/lib/contract/app-error";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionInRefs, versionName } from "@/lib/contract/version-name";
import { isNotFound } from "@/lib/client/api-error";
import { lineOf } from "@/lib/trace-text/line";
import type { Caller } from "@/service/http/mcp/tool";

/** A version of an object as people write it, by default the latest. Throws `not_found` for the argument that named it. */
export async function readVersion(
  { client, signal }: Pick<Caller, "client" | "signal">,
  key: { projectId: string; name: string; version?: string | undefined },
  argument: string,
): Promise<ObjectVersion> {
  const { projectId, name, version = "latest" } = key;
  const digest = versionInRefs(version);
  const of = version === "latest" ? "" : ` in version ${version}`;
  const missing = new AppError("not_found", `${argument}: project ${projectId} has nothing named ${name}${of}`);
  if (digest === undefined) throw missing;
  try {
    const request = { project_id: projectId, object_id: name, digest };
    return (await client.request("objRead", request, { signal })).obj;
  } catch (error) {
    throw isNotFound(error) ? missing : error;
  }
}

export async function latestVersion(
  caller: Pick<Caller, "client" | "signal">,
  projectId: string,
  name: string,
  argument: string,
): Promise<ObjectVersion> {
  return readVersion(caller, { projectId, name }, argument);
}

/** A line about the latest version of each of some objects, with the labels that are on earlier ones. */
export async function latestLines(
  { client, signal }: Pick<Caller, "client" | "signal">,
  projectId: string,
  latest: readonly ObjectVersion[],
): Promise<string[]> {
  if (latest.length === 0) return [];
  const body = { project_id: projectId, object_ids: latest.map(({ object_id }) => object_id) };
  const { labels } = await client.request("objLabelsQuery", body, { signal });
  return latest.map((one) => {
    const others = labels.filter(({ object_id, digest }) => object_id === one.object_id && digest !== one.digest);
    const onOthers = others.map(({ label, version_index: index }) => `label ${label} on ${versionName(index)}`);
    return [`${lineOf(one.object_id, 120)}: ${versionLine(one)}`, ...onOthers].join(", ");
  });
}

/** One line about a version: `answer, v3, 6YlyMvO, production, 2026-11-20T08:40:45Z, by ada`. */
export function versionLine(version: ObjectVersion): string {
  const facts = [
    versionName(version.version_index),
    version.digest.slice(0, 7),
    version.is_latest === 1 ? "latest" : undefined,
    ...(version.labels ?? []).map((label) => `label ${label}`),
    version.created_at,
    version.ext_user_id && `by ${lineOf(version.ext_user_id, 80)}`,
  ];
  return facts.filter(Boolean).join(", ");
}
