import { NAME_CHARS } from "./limits";

const EDGES = ["attr", "key", "index", "id"] as const;
const CONTROL = /\p{Cc}/u;
const WHOLE_NUMBER = /^(0|[1-9]\d*)$/;

/** One step from an object into its value: an attribute, a dictionary key, a list position or a table row. */
export interface RefStep {
  edge: (typeof EDGES)[number];
  value: string;
}

interface RefPlace {
  scheme: "core" | "weave";
  entity: string;
  project: string;
  path: RefStep[];
}

/** A parsed ref; all parts are decoded. */
export type Ref = RefPlace &
  (
    | { kind: "call"; id: string }
    | { kind: "thread"; id: string }
    | { kind: "object" | "op"; name: string; digest: string }
    | { kind: "table"; digest: string }
  );

/** A text that is not a ref; the message says which part is wrong. */
export class RefError extends Error {
  override readonly name = "RefError";
}

/**
 * Parses a ref of the interface, `core:///<entity>/<project>/(call|object|op|table)/…` (service interface,
 * "Conventions") or, as an extension, of a thread, with its trailing `attr|key|index|id / value` pairs. Throws `RefError`.
 */
export function parseRef(text: string): Ref {
  return parse(text, ["core"]);
}

/** Parses a ref in a payload, where `weave:///` is also allowed. Throws `RefError`. */
export function parseAnyRef(text: string): Ref {
  return parse(text, ["core", "weave"]);
}

/** Like `parseAnyRef`, but undefined for text that is not a ref. */
export function readAnyRef(text: string): Ref | undefined {
  try {
    return parseAnyRef(text);
  } catch (error) {
    if (error instanceof RefError) return undefined;
    throw error;
  }
}

/** Writes a ref; the inverse of `parseAnyRef`. Only `/`, `:` and `%` are percent-encoded. */
export function formatRef(ref: Ref): string {
  const steps = ref.path.flatMap(({ edge, value }) => [edge, encode(value)]);
  return `${ref.scheme}:///${[encode(ref.entity), encode(ref.project), ref.kind, target(ref), ...steps].join("/")}`;
}

/** The ref of a call, from its project `<entity>/<project>` and its id. Throws `RefError` for another project form. */
export function callRef(projectId: string, id: string): string {
  return formatRef({ scheme: "core", ...namesOf(projectId), kind: "call", id, path: [] });
}

/** The ref of a thread, from its project `<entity>/<project>` and its id. Throws `RefError` for another project form. */
export function threadRef(projectId: string, id: string): string {
  return formatRef({ scheme: "core", ...namesOf(projectId), kind: "thread", id, path: [] });
}

/** The id of the call that a ref names; undefined for anything else. */
export function callIdOf(ref: string | undefined): string | undefined {
  const parsed = ref === undefined ? undefined : readAnyRef(ref);
  return parsed?.kind === "call" ? parsed.id : undefined;
}

/** The ref of a version of an object or op in a project `<entity>/<project>`. Throws `RefError` for another project form. */
export function versionRef(
  projectId: string,
  { kind, name, digest }: { kind: "object" | "op"; name: string; digest: string },
): string {
  return formatRef({ scheme: "core", ...namesOf(projectId), kind, name, digest, path: [] });
}

/** Both names of a project `<entity>/<project>`. Throws `RefError` for another form. */
export function namesOf(projectId: string): { entity: string; project: string } {
  const [entity, project, ...rest] = projectId.split("/");
  if (!entity || !project || rest.length > 0) throw new RefError("the project must have the form <entity>/<project>");
  return { entity, project };
}

function parse(text: string, schemes: readonly Ref["scheme"][]): Ref {
  if (text.length > NAME_CHARS) throw new RefError(`a ref must have at most ${NAME_CHARS} characters`);
  const scheme = schemes.find((candidate) => text.startsWith(`${candidate}:///`));
  if (!scheme) throw new RefError(`a ref must start with ${schemes.map((name) => `${name}:///`).join(" or ")}`);
  const [entity, project, kind, target, ...steps] = text.slice(`${scheme}:///`.length).split("/");
  const place = {
    scheme,
    entity: decodeName(entity, "entity"),
    project: decodeName(project, "project"),
    path: parsePath(steps),
  };
  switch (kind) {
    case "call":
      return { ...place, kind, id: decode(target, "call ID") };
    case "thread":
      return { ...place, kind, id: decode(target, "thread ID") };
    case "object":
    case "op":
      return { ...place, kind, ...parseVersion(target) };
    case "table":
      return { ...place, kind, digest: decode(target, "digest") };
    default:
      throw new RefError(
        `the ref's kind must be call, thread, object, op or table, found ${JSON.stringify(kind ?? "")}`,
      );
  }
}

function parseVersion(target: string | undefined): { name: string; digest: string } {
  const [name, digest, ...rest] = (target ?? "").split(":");
  if (rest.length > 0) throw new RefError("the ref's name and digest must be separated by one colon");
  return { name: decode(name, "name"), digest: decode(digest, "digest") };
}

function parsePath(parts: string[]): RefStep[] {
  const steps: RefStep[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const edge = EDGES.find((candidate) => candidate === parts[at]);
    if (!edge) throw new RefError(`the ref's path must use ${EDGES.join(", ")}, found ${JSON.stringify(parts[at])}`);
    const part = parts[at + 1];
    if (part === undefined) throw new RefError(`the ref's path ends after ${edge}, without a value`);
    const value = unescape(part, `value of ${edge}`);
    if (edge === "index" && !WHOLE_NUMBER.test(value)) {
      throw new RefError(`the ref's index must be a whole number, found ${JSON.stringify(value)}`);
    }
    steps.push({ edge, value });
  }
  return steps;
}

function target(ref: Ref): string {
  if (ref.kind === "call" || ref.kind === "thread") return encode(ref.id);
  if (ref.kind === "table") return encode(ref.digest);
  return `${encode(ref.name)}:${encode(ref.digest)}`;
}

function encode(part: string): string {
  return part.replace(/[/:%]/g, encodeURIComponent);
}

/** The name of an entity or a project, as in a `project_id`. */
function decodeName(part: string | undefined, what: string): string {
  const name = decode(part, what);
  if (name.includes("/")) throw new RefError(`the ref's ${what} must not contain a slash`);
  if (name === "." || name === "..") throw new RefError(`the ref's ${what} must not be . or ..`);
  return name;
}

function decode(part: string | undefined, what: string): string {
  if (!part) throw new RefError(`the ref has no ${what}; a ref looks like core:///entity/project/call/id`);
  return unescape(part, what);
}

function unescape(part: string, what: string): string {
  let value: string;
  try {
    value = decodeURIComponent(part);
  } catch {
    throw new RefError(`the ref's ${what} has a % that does not start a percent-encoded character`);
  }
  if (CONTROL.test(value)) throw new RefError(`the ref's ${what} has a control character`);
  if (!value.isWellFormed()) throw new RefError(`the ref's ${what} is not well-formed Unicode`);
  return value;
}
