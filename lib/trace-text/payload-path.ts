import type { TraceView } from "./trace-view";

/** The parts of a call that are read by path. */
const PAYLOADS = ["inputs", "output", "attributes", "summary", "exception"] as const;
type PayloadName = (typeof PAYLOADS)[number];

/** What a path such as `1.2/output.choices[0].message` names. */
export interface CallPath {
  /** The id of the call. */
  id: string;
  payload?: PayloadName;
  /** Keys and positions inside the payload. */
  steps: (string | number)[];
}

/** A path that names nothing, with a message for whoever wrote it. */
export class PathError extends Error {
  override readonly name = "PathError";
}

const STEP = /^(?:\.([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/;

/**
 * Reads a path: the place or the id of a call, then optionally a slash and a payload, with keys and positions inside it:
 * `1.2`, `1.2/output`, `1.2/output.choices[0].message.content`, `1.2/attributes["gen_ai.system"]`. Throws `PathError`.
 */
export function readPath(path: string, view: Pick<TraceView, "nodeAt" | "tree" | "nodes">): CallPath {
  const written = path.trim();
  for (const slash of slashesOf(written)) {
    const name = written.slice(0, slash);
    const id = view.nodeAt.get(name)?.id ?? (view.tree.byId.has(name) ? name : undefined);
    if (id !== undefined) return { id, ...readInside(written.slice(slash + 1)) };
  }
  throw new PathError(
    `no call at “${written}”; the trace has ${view.nodes.length} calls, from 1 to ${lastPlace(view)}, and call IDs work too`,
  );
}

/** `["a", 3, "b.c"]` as `.a[3]["b.c"]`. */
export function writeSteps(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => (typeof step === "number" ? `[${step}]` : isPlain(step) ? `.${step}` : `[${JSON.stringify(step)}]`))
    .join("");
}

const isPlain = (key: string) => key !== "" && !/[.[\]]/.test(key);

/** Where the name of the call may end: an id may contain slashes too. */
function slashesOf(path: string): number[] {
  return [...path.matchAll(/\/|$/g)].map(({ index }) => index);
}

function readInside(text: string): Pick<CallPath, "payload" | "steps"> {
  if (text === "") return { steps: [] };
  const payload = PAYLOADS.find((name) => text.startsWith(name) && /^(?:[.[]|$)/.test(text.slice(name.length)));
  if (!payload) throw new PathError(`“${text}” must begin with one of ${PAYLOADS.join(", ")}`);
  const steps: (string | number)[] = [];
  let rest = text.slice(payload.length);
  while (rest !== "") {
    const [whole, key, position, quoted] = STEP.exec(rest) ?? [];
    if (whole === undefined) throw new PathError(`“${rest}” is not a path; write .key, [0] or ["a key with dots"]`);
    steps.push(position === undefined ? (key ?? unquoted(quoted)) : Number(position));
    rest = rest.slice(whole.length);
  }
  return { payload, steps };
}

function unquoted(quoted = '""'): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw new PathError(`${quoted} is not a JSON string`);
  }
}

function lastPlace({ nodeAt }: Pick<TraceView, "nodeAt">): string {
  return [...nodeAt.keys()].at(-1) ?? "none";
}
