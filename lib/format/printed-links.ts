import { callPath, callsPath, decodeSegment, objectPath, projectIdOf, threadPath } from "./address";
import { leaderboardPath } from "./experiment-address";

/**
 * The page for a link that an SDK prints; undefined for any other address. Weave's have its project as their first
 * segments, `/<entity>/<project>/r/call/<id>` or `/<entity>/<project>/weave/…`, those of Langfuse's `get_trace_url` have
 * it as its ID, `/project/<entity>/<project>/traces/<id>`.
 */
export function printedLinkPath({ pathname, searchParams }: URL): string | undefined {
  const parts = pathname.split("/").slice(1).map(decodeSegment);
  const langfuse = parts[0] === "project" ? parts.slice(1).join("/").split("/traces/") : [];
  if (langfuse.length === 2 && langfuse[0] && langfuse[1]) return callPath(langfuse[0], langfuse[1]);
  const [entity, project, area, ...rest] = parts;
  if (!entity || !project || rest.length === 0) return undefined;
  const projectId = projectIdOf({ entity, project });
  if (area === "r" && rest[0] === "call" && rest[1]) return callPath(projectId, rest[1]);
  return area === "weave" ? weavePath(projectId, rest, searchParams) : undefined;
}

function weavePath(projectId: string, [kind, ...names]: string[], search: URLSearchParams): string {
  const [name, , digest] = names;
  switch (kind) {
    case "calls":
    case "traces": {
      // The call that a list has open at its side.
      const peeked = search.get("peekPath")?.split("?")[0]?.split("/calls/")[1];
      const id = name ?? (peeked === undefined ? undefined : decodeSegment(peeked));
      return id ? callPath(projectId, id) : callsPath(projectId);
    }
    case "objects":
    case "ops":
      if (!name) return callsPath(projectId);
      return objectPath(projectId, { kind: kind === "ops" ? "op" : "object", name, digest: digest ?? "latest" });
    case "threads":
      return name ? threadPath(projectId, name) : callsPath(projectId);
    case "agents":
      return names[1] ? threadPath(projectId, names[1]) : callsPath(projectId);
    case "leaderboards":
      return leaderboardPath(projectId);
    default:
      return callsPath(projectId);
  }
}
