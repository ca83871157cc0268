import { DEFAULT_ENTITY } from "@/lib/contract/default-project";
import type { PlainMetric } from "@/lib/contract/metrics";
import type { ObjectKind } from "@/lib/contract/objects";
import type { Ref, RefStep } from "@/lib/contract/refs";
import { versionOfRef } from "@/lib/contract/version-name";

// Every address within the dashboard is built here, so that a part that contains `//`, `..`, `?` or the name of another
// page cannot leave the site or lead to another page. `loupe/addresses` reports addresses that are built elsewhere.

/** Search parameters; undefined ones are left out. */
type Search = URLSearchParams | readonly (readonly [string, string])[] | Readonly<Record<string, string | undefined>>;

/** First segments that belong to a page or files of the dashboard, not to an entity. */
const OWN_ROOTS = ["_next", "api", "favicon.svg", "ref", "settings", "sign-in"];

/** Segments that would be misread: `.`, `..`, the empty segment, and the names of pages in the place of an id. */
const HELD = /^~+(?:\.{0,2}|_next|api|compare|favicon\.svg|new|ref|settings|sign-in)$/;

/**
 * One segment of an address, for any text. A text that would not stay a segment (`.`, `..`, empty), or is `taken` by a
 * page, gets a `~` in front, since URL parsers resolve even `%2e%2e`. The inverse of `decodeSegment`.
 */
function encodeSegment(part: string, reserved: readonly string[] = []): string {
  const isHeld = /^\.{0,2}$/.test(part) || reserved.includes(part) || HELD.test(part);
  return `${isHeld ? "~" : ""}${encodeURIComponent(part.toWellFormed())}`;
}

/** A segment of an address, decoded; invalid encoding is returned unchanged. */
export function decodeSegment(segment: string): string {
  try {
    const part = decodeURIComponent(segment);
    return HELD.test(part) ? part.slice(1) : part;
  } catch {
    return segment;
  }
}

/** An address with additional search parameters; lone surrogates become U+FFFD. */
export function withSearch(address: string, search: Search): string {
  const [path = "", query = ""] = address.split("?", 2);
  const all = new URLSearchParams(query);
  const added = search instanceof URLSearchParams || Array.isArray(search) ? search : Object.entries(search);
  for (const [name, value] of added) if (value !== undefined) all.append(name, value);
  return all.size === 0 ? path : `${path}?${all.toString()}`;
}

/** An address with the id of an element as its fragment. */
export function withAnchor(address: string, id: string): string {
  return `${address}#${encodeURIComponent(id.toWellFormed())}`;
}

/** The first segments of a page's path, up to this many. */
export function ancestorPath(pathname: string, segments: number): string {
  const parts = pathname.split("/").filter((part) => part !== "");
  return `/${parts.slice(0, segments).join("/")}`;
}

/** Whether a page's path is equal to an address, or below it. */
export function isUnder(pathname: string, address: string): boolean {
  return pathname === address || pathname.startsWith(`${address}/`);
}

/** The project in a page's address. */
export function projectIdOf({ entity, project }: { entity: string; project: string }): string {
  return `${decodeSegment(entity)}/${decodeSegment(project)}`;
}

/** The address of a project's home, `/<entity>/<project>`: always two segments, whatever characters the names have. */
export function projectPath(projectId: string): string {
  return addressIn(projectId);
}

/** The address of a project's screen, by its segments; without any, that of the project's home. */
export function screenPath(projectId: string, ...segments: string[]): string {
  return addressIn(projectId, ...segments.map((segment) => encodeSegment(segment)));
}

/** The address of a page of a project; `segments` are already encoded. */
export function addressIn(projectId: string, ...segments: string[]): string {
  const slash = projectId.indexOf("/");
  const [entity, project] =
    slash === -1 ? [DEFAULT_ENTITY, projectId] : [projectId.slice(0, slash), projectId.slice(slash + 1)];
  return `/${[encodeSegment(entity, OWN_ROOTS), encodeSegment(project), ...segments].join("/")}`;
}

export const callsPath = (projectId: string) => addressIn(projectId, "calls");
export const threadsPath = (projectId: string) => addressIn(projectId, "threads");
export const feedbackPath = (projectId: string) => addressIn(projectId, "feedback");
export const queuesPath = (projectId: string) => addressIn(projectId, "feedback", "queues");
export const annotationsPath = (projectId: string) => addressIn(projectId, "feedback", "annotations");
export const feedbackAnalysisPath = (projectId: string) => addressIn(projectId, "feedback", "analysis");
export const tablesPath = (projectId: string) => addressIn(projectId, "tables");
export const newTablePath = (projectId: string) => addressIn(projectId, "tables", "new");
export const costsPath = (projectId: string) => addressIn(projectId, "costs");
export const modelsPath = (projectId: string) => addressIn(projectId, "models");
export const alertsPath = (projectId: string) => addressIn(projectId, "alerts");
export const dashboardsPath = (projectId: string) => addressIn(projectId, "dashboards");
export const experimentsPath = (projectId: string) => addressIn(projectId, "experiments");
export const trainingPath = (projectId: string) => addressIn(projectId, "training");

/** The address of a call's page; its id may have any characters. */
export function callPath(projectId: string, id: string): string {
  return addressIn(projectId, "calls", encodeSegment(id, ["compare"]));
}

/** The address of the page that compares two traces; traces that are not given are selected on the page. */
export function comparePath(projectId: string, a?: string, b?: string): string {
  return withSearch(addressIn(projectId, "calls", "compare"), { a, b });
}

/** The address of a thread; its id may have any characters. */
export function threadPath(projectId: string, id: string): string {
  return addressIn(projectId, "threads", encodeSegment(id));
}

/** The address of an annotation queue, at one of its calls if given. */
export function queuePath(projectId: string, name: string, callId?: string): string {
  const queue = addressIn(projectId, "feedback", "queues", encodeSegment(name, ["new"]));
  return withSearch(queue, { at: callId });
}

/** The address of the form for a new queue; `chosen` are the search parameters of a trace list, or `ids`. */
export function newQueuePath(projectId: string, parameters: Record<string, string> = {}): string {
  return withSearch(addressIn(projectId, "feedback", "queues", "new"), parameters);
}

/** The address of a dashboard, by the name of its object; `period` are the search parameters of its time range. */
export function dashboardPath(
  projectId: string,
  name: string,
  period: Record<string, string | undefined> = {},
): string {
  return withSearch(addressIn(projectId, "dashboards", encodeSegment(name)), period);
}

type NamedMetric = Pick<PlainMetric, "measure" | "currency" | "feedback">;

/** The address of the form for a new alert on a metric of the calls that the text of a filter selects. */
export function newAlertPath(projectId: string, metric: NamedMetric, filter: string): string {
  return withSearch(alertsPath(projectId), metricSearch(metric, filter));
}

/** The address where such a metric is added to a dashboard. */
export function addChartPath(projectId: string, metric: NamedMetric, filter: string): string {
  return withSearch(dashboardsPath(projectId), metricSearch(metric, filter));
}

/** As `useAskedMetric` reads it. */
function metricSearch({ measure, currency, feedback }: NamedMetric, filter: string): Search {
  return {
    new: measure,
    filter: filter || undefined,
    currency: currency ?? undefined,
    feedback_type: feedback?.feedback_type ?? undefined,
    feedback_value: feedback?.value ?? undefined,
  };
}

/** The address of the page that lists objects or ops. */
export function objectsPath(projectId: string, kind: ObjectKind): string {
  return addressIn(projectId, `${kind}s`);
}

/** The address of a version of an object or op, as refs name it; the steps of a ref lead into its value. */
export function objectPath(
  projectId: string,
  { kind, name, digest, path = [] }: { kind: ObjectKind; name: string; digest: string; path?: readonly RefStep[] },
): string {
  const inside = path.map(({ edge, value }) => `${edge}/${encodeURIComponent(value.toWellFormed())}`).join("/");
  const version = addressIn(projectId, `${kind}s`, encodeSegment(name), encodeSegment(versionOfRef(digest)));
  return withSearch(version, { path: inside || undefined });
}

/** The address of a stored table; `row`, a position in its own order, opens that row. */
export function tablePath(projectId: string, digest: string, row?: number): string {
  const table = addressIn(projectId, "tables", encodeSegment(digest, ["new"]));
  return withSearch(table, { row: row?.toString() });
}

/** The address of a project's playground; a traced call is opened in it if given. */
export function playgroundPath(projectId: string, callId?: string): string {
  return withSearch(addressIn(projectId, "playground"), { call: callId });
}

/** The address of the playground with a version of a prompt, as refs name it, opened in it. */
export function playgroundPromptPath(projectId: string, prompt: string, version: string): string {
  return withSearch(playgroundPath(projectId), { prompt, version: versionOfRef(version) });
}

export function trainingJobPath(projectId: string, id: string): string {
  return addressIn(projectId, "training", encodeSegment(id, ["new"]));
}

/**
 * The address of the form for a new job; `chosen` are the search parameters of a trace list, `ids`, or a `job` to start
 * from.
 */
export function newTrainingPath(projectId: string, parameters: Record<string, string> = {}): string {
  return withSearch(addressIn(projectId, "training", "new"), parameters);
}

/** The address of a new playground with these models side by side, with a prompt of a training job if given. */
export function playgroundModelsPath(projectId: string, models: readonly string[], jobId?: string): string {
  const modelParameters = models.map((model) => ["model", model] as const);
  return withSearch(withSearch(playgroundPath(projectId), modelParameters), { job: jobId });
}

/** The address of the page that shows the target of a ref of either scheme. */
export function refPath(ref: Ref): string {
  const projectId = `${ref.entity}/${ref.project}`;
  switch (ref.kind) {
    case "call":
      return callPath(projectId, ref.id);
    case "thread":
      return threadPath(projectId, ref.id);
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
