import { DEFAULT_ENTITY } from "@/lib/contract/default-project";
import type { ObjectKind } from "@/lib/contract/objects";
import type { Ref, RefStep } from "@/lib/contract/refs";

// Every address within the dashboard is made here: a part that holds `//`, `..`, `?` or the name of another page can
// then neither leave the site nor lead to another page. `loupe/addresses` reports addresses that are put together elsewhere.

/** Parts behind a `?`; those that are undefined are left out. */
type Search = URLSearchParams | readonly (readonly [string, string])[] | Readonly<Record<string, string | undefined>>;

/** First segments that are not an entity but a page, or files, of the dashboard itself. */
const OWN_ROOTS = ["_next", "api", "favicon.svg", "ref", "settings", "sign-in"];

/** A segment that would be misread: `.`, `..`, nothing, and the names of pages that take the place of an id. */
const HELD = /^~+(?:\.{0,2}|_next|api|compare|favicon\.svg|new|ref|settings|sign-in)$/;

/**
 * One segment of an address, of any text. What would not stay a segment (`.`, `..`, nothing), or is `taken` by a page,
 * gets a `~` in front, since URL parsers resolve even `%2e%2e`. The inverse of `decodeSegment`.
 */
function encodeSegment(part: string, taken: readonly string[] = []): string {
  const isHeld = /^\.{0,2}$/.test(part) || taken.includes(part) || HELD.test(part);
  return `${isHeld ? "~" : ""}${encodeURIComponent(part.toWellFormed())}`;
}

/** One segment of an address as it was before it was encoded; what is not valid encoding stays as it is. */
export function decodeSegment(segment: string): string {
  try {
    const part = decodeURIComponent(segment);
    return HELD.test(part) ? part.slice(1) : part;
  } catch {
    return segment;
  }
}

/** An address with these search parameters behind those that it has; lone surrogates become U+FFFD. */
export function withSearch(address: string, search: Search): string {
  const [path = "", given = ""] = address.split("?", 2);
  const all = new URLSearchParams(given);
  const added = search instanceof URLSearchParams || Array.isArray(search) ? search : Object.entries(search);
  for (const [name, value] of added) if (value !== undefined) all.append(name, value);
  return all.size === 0 ? path : `${path}?${all.toString()}`;
}

/** An address that leads to the element of this id. */
export function withAnchor(address: string, id: string): string {
  return `${address}#${encodeURIComponent(id.toWellFormed())}`;
}

/** The address of the page that a page's path begins with, cut after so many segments. */
export function ancestorPath(pathname: string, segments: number): string {
  const parts = pathname.split("/").filter((part) => part !== "");
  return `/${parts.slice(0, segments).join("/")}`;
}

/** Whether a page's path is an address, or lies below it. */
export function isUnder(pathname: string, address: string): boolean {
  return pathname === address || pathname.startsWith(`${address}/`);
}

/** The project that a page's address names. */
export function projectIdOf({ entity, project }: { entity: string; project: string }): string {
  return `${decodeSegment(entity)}/${decodeSegment(project)}`;
}

/** The address of a project's home, `/<entity>/<project>`: two segments whatever the names hold. */
export function projectPath(projectId: string): string {
  return addressIn(projectId);
}

/** The address of a project's screen, by its segment. */
export function screenPath(projectId: string, screen: string): string {
  return addressIn(projectId, encodeSegment(screen));
}

/** `segments` are encoded already. */
function addressIn(projectId: string, ...segments: string[]): string {
  const slash = projectId.indexOf("/");
  const [entity, project] =
    slash === -1 ? [DEFAULT_ENTITY, projectId] : [projectId.slice(0, slash), projectId.slice(slash + 1)];
  return `/${[encodeSegment(entity, OWN_ROOTS), encodeSegment(project), ...segments].join("/")}`;
}

/** The address of a project's trace list. */
export function callsPath(projectId: string): string {
  return addressIn(projectId, "calls");
}

/** The address of a call's page; its id may hold any characters. */
export function callPath(projectId: string, id: string): string {
  return addressIn(projectId, "calls", encodeSegment(id, ["compare"]));
}

/** The address of the page that compares two traces; the ones that are not given are still to be chosen. */
export function comparePath(projectId: string, a?: string, b?: string): string {
  return withSearch(addressIn(projectId, "calls", "compare"), { a, b });
}

/** The address of a project's list of threads. */
export function threadsPath(projectId: string): string {
  return addressIn(projectId, "threads");
}

/** The address of a thread; its id may hold any characters. */
export function threadPath(projectId: string, id: string): string {
  return addressIn(projectId, "threads", encodeSegment(id));
}

/** The address of a project's list of feedback. */
export function feedbackPath(projectId: string): string {
  return addressIn(projectId, "feedback");
}

/** The address of a project's annotation queues. */
export function queuesPath(projectId: string): string {
  return addressIn(projectId, "feedback", "queues");
}

/** The address of the list of what a project's annotations ask. */
export function annotationsPath(projectId: string): string {
  return addressIn(projectId, "feedback", "annotations");
}

/** The address of an annotation queue, at one of its calls where that is given. */
export function queuePath(projectId: string, name: string, callId?: string): string {
  const queue = addressIn(projectId, "feedback", "queues", encodeSegment(name, ["new"]));
  return withSearch(queue, { at: callId });
}

/** The address of the page that makes a queue; `chosen` are the parameters of a trace list, or `ids`. */
export function newQueuePath(projectId: string, chosen: Record<string, string> = {}): string {
  return withSearch(addressIn(projectId, "feedback", "queues", "new"), chosen);
}

/** The address of the page that lists objects or ops. */
export function objectsPath(projectId: string, kind: ObjectKind): string {
  return addressIn(projectId, `${kind}s`);
}

/** The address of an object's or op's version; the steps of a ref lead into its value. */
export function objectPath(
  projectId: string,
  { kind, name, digest, path = [] }: { kind: ObjectKind; name: string; digest: string; path?: readonly RefStep[] },
): string {
  const inside = path.map(({ edge, value }) => `${edge}/${encodeURIComponent(value.toWellFormed())}`).join("/");
  const version = addressIn(projectId, `${kind}s`, encodeSegment(name), encodeSegment(digest));
  return withSearch(version, { path: inside || undefined });
}

/** The address of the page that lists stored tables. */
export function tablesPath(projectId: string): string {
  return addressIn(projectId, "tables");
}

/** The address of the page where a table is uploaded. */
export function newTablePath(projectId: string): string {
  return addressIn(projectId, "tables", "new");
}

/** The address of a stored table; `row`, a position in its own order, opens that row. */
export function tablePath(projectId: string, digest: string, row?: number): string {
  const table = addressIn(projectId, "tables", encodeSegment(digest, ["new"]));
  return withSearch(table, { row: row?.toString() });
}

/** The address of a project's spending and prices. */
export function costsPath(projectId: string): string {
  return addressIn(projectId, "costs");
}

/** The address of a project's models. */
export function modelsPath(projectId: string): string {
  return addressIn(projectId, "models");
}

/** The address of a project's playground; with a traced call opened in it where one is given. */
export function playgroundPath(projectId: string, callId?: string): string {
  return withSearch(addressIn(projectId, "playground"), { call: callId });
}

/** The address of a project's training jobs. */
export function trainingPath(projectId: string): string {
  return addressIn(projectId, "training");
}

/** The address of a training job. */
export function trainingJobPath(projectId: string, id: string): string {
  return addressIn(projectId, "training", encodeSegment(id, ["new"]));
}

/** The address of the form of a new job; `chosen` are the search parameters of a trace list, `ids`, or a `job` to begin from. */
export function newTrainingPath(projectId: string, chosen: Record<string, string> = {}): string {
  return withSearch(addressIn(projectId, "training", "new"), chosen);
}

/** The address of a fresh playground with these models side by side, on a prompt of a training job where one is given. */
export function playgroundModelsPath(projectId: string, models: readonly string[], jobId?: string): string {
  const named = models.map((model) => ["model", model] as const);
  return withSearch(withSearch(playgroundPath(projectId), named), { job: jobId });
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
  return withSearch(tablePath(projectId, digest), { digests: row?.edge === "id" ? row.value : undefined });
}
