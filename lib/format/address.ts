import type { ObjectKind } from "@/lib/contract/objects";
import type { Ref, RefStep } from "@/lib/contract/refs";

/** The address of a project's home: `/<entity>/<project>`, both names percent-encoded. */
export function projectPath(projectId: string): string {
  return `/${projectId.split("/").map(encodeURIComponent).join("/")}`;
}

/** The address of a project's trace list. */
export function callsPath(projectId: string): string {
  return `${projectPath(projectId)}/calls`;
}

/** The address of a call's page; its id may hold any characters. */
export function callPath(projectId: string, id: string): string {
  return `${callsPath(projectId)}/${encodeURIComponent(id)}`;
}

/** The address of the page that compares two traces; without `b` the other one is still to be chosen. */
export function comparePath(projectId: string, a: string, b?: string): string {
  return `${callsPath(projectId)}/compare?${new URLSearchParams(b === undefined ? { a } : { a, b })}`;
}

/** The address of a project's list of threads. */
export function threadsPath(projectId: string): string {
  return `${projectPath(projectId)}/threads`;
}

/** The address of a thread; its id may hold any characters. */
export function threadPath(projectId: string, id: string): string {
  return `${threadsPath(projectId)}/${encodeURIComponent(id)}`;
}

/** The address of a project's list of feedback. */
export function feedbackPath(projectId: string): string {
  return `${projectPath(projectId)}/feedback`;
}

/** The address of a project's annotation queues. */
export function queuesPath(projectId: string): string {
  return `${feedbackPath(projectId)}/queues`;
}

/** The address of the list of what a project's annotations ask. */
export function annotationsPath(projectId: string): string {
  return `${feedbackPath(projectId)}/annotations`;
}

/** The address of an annotation queue, at one of its calls where that is given. */
export function queuePath(projectId: string, name: string, callId?: string): string {
  const queue = `${queuesPath(projectId)}/${encodeURIComponent(name)}`;
  return callId === undefined ? queue : `${queue}?at=${encodeURIComponent(callId)}`;
}

/** The address of the page that makes a queue; `chosen` are the search parameters of a trace list, or `ids`. */
export function newQueuePath(projectId: string, chosen: Record<string, string> = {}): string {
  const search = new URLSearchParams(chosen).toString();
  return `${queuesPath(projectId)}/new${search === "" ? "" : `?${search}`}`;
}

/** The address of the page that lists objects or ops. */
export function objectsPath(projectId: string, kind: ObjectKind): string {
  return `${projectPath(projectId)}/${kind}s`;
}

/** The address of an object's or op's version; the steps of a ref lead into its value. */
export function objectPath(
  projectId: string,
  { kind, name, digest, path = [] }: { kind: ObjectKind; name: string; digest: string; path?: readonly RefStep[] },
): string {
  const inside = path.map(({ edge, value }) => `${edge}/${encodeURIComponent(value)}`).join("/");
  const version = `${objectsPath(projectId, kind)}/${encodeURIComponent(name)}/${encodeURIComponent(digest)}`;
  return inside === "" ? version : `${version}?path=${encodeURIComponent(inside)}`;
}

/** The address of the page that lists stored tables. */
export function tablesPath(projectId: string): string {
  return `${projectPath(projectId)}/tables`;
}

/** The address of the page where a table is uploaded. */
export function newTablePath(projectId: string): string {
  return `${tablesPath(projectId)}/new`;
}

/** The address of a stored table; `row`, a position in its own order, opens that row. */
export function tablePath(projectId: string, digest: string, row?: number): string {
  const table = `${tablesPath(projectId)}/${encodeURIComponent(digest)}`;
  return row === undefined ? table : `${table}?row=${row}`;
}

/** The address of a project's spending and prices. */
export function costsPath(projectId: string): string {
  return `${projectPath(projectId)}/costs`;
}

/** The address of what can be called from a project, and what was seen of it. */
export function modelsPath(projectId: string): string {
  return `${projectPath(projectId)}/models`;
}

/** The address of a project's playground; with a traced call opened in it where one is given. */
export function playgroundPath(projectId: string, callId?: string): string {
  const path = `${projectPath(projectId)}/playground`;
  return callId === undefined ? path : `${path}?call=${encodeURIComponent(callId)}`;
}

/** The address of a project's training jobs. */
export function trainingPath(projectId: string): string {
  return `${projectPath(projectId)}/training`;
}

/** The address of a training job. */
export function trainingJobPath(projectId: string, id: string): string {
  return `${trainingPath(projectId)}/${encodeURIComponent(id)}`;
}

/** The address of the form of a new job; `chosen` are the search parameters of a trace list, `ids`, or a `job` to begin from. */
export function newTrainingPath(projectId: string, chosen: Record<string, string> = {}): string {
  const search = new URLSearchParams(chosen).toString();
  return `${trainingPath(projectId)}/new${search === "" ? "" : `?${search}`}`;
}

/** The address of a project's playground with these models side by side. */
export function playgroundModelsPath(projectId: string, models: readonly string[]): string {
  const search = new URLSearchParams(models.map((model) => ["model", model]));
  return `${playgroundPath(projectId)}?${search.toString()}`;
}

/** One segment of an address as it was before it was encoded; what is not valid encoding stays as it is. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The project that a page's address names. */
export function projectIdOf({ entity, project }: { entity: string; project: string }): string {
  return `${decodeSegment(entity)}/${decodeSegment(project)}`;
}

/** The address of the page that shows what a ref of either scheme points at. */
export function refPath(ref: Ref): string {
  const projectId = `${ref.entity}/${ref.project}`;
  switch (ref.kind) {
    case "call":
      return callPath(projectId, ref.id);
    case "table":
      return tableRowPath(projectId, ref);
    default:
      return objectPath(projectId, ref);
  }
}

function tableRowPath(projectId: string, { digest, path: [row] }: Ref & { kind: "table" }): string {
  if (row?.edge === "index") return tablePath(projectId, digest, Number(row.value));
  const table = tablePath(projectId, digest);
  return row?.edge === "id" ? `${table}?digests=${encodeURIComponent(row.value)}` : table;
}
