import type { Call } from "@/lib/contract/calls";
import { formatCount } from "@/lib/format/number";
import { JsonNode } from "@/lib/json/node";
import { exceptionText, readExceptions } from "@/lib/trace/exceptions";
import { lineOf } from "./line";
import { type CallPath, PathError, writeSteps } from "./payload-path";
import { estimateTokens } from "./tokens";
import { stringText, type ValueText, valueText } from "./value-text";

interface CallTextOptions {
  /** The most tokens of the text, by `estimateTokens`. */
  budget: number;
  /** Of a string: the character to begin with. */
  from?: number;
}

/** Parts of a call, and how much each gets of the budget if it needs it, in relation to the others. */
const SHARES = { exception: 2, inputs: 4, output: 4, attributes: 1, summary: 1 };

/**
 * The payloads of a call as text: exception with its stack trace, inputs, output, attributes and summary, each shortened
 * so that all fit (`valueText`). `line` is written first, such as the line of the call in its tree.
 */
export function callText(call: Call, line: string, { budget }: CallTextOptions): string {
  const parts = partsOf(call);
  let left = budget - estimateTokens(line) - 2;
  let shares = parts.reduce((sum, { share }) => sum + share, 0);
  const texts = new Map<string, string>();
  // Parts that need less than their share leave it to the others.
  for (const part of parts.toSorted((a, b) => a.chars / a.share - b.chars / b.share)) {
    const own = Math.max(0, Math.floor((left * part.share) / shares) - estimateTokens(part.name) - 4);
    const { text, next } = part.write(own);
    const written = `${part.name}: ${text}${next === undefined ? "" : `«${formatCount(part.chars - next)} more characters»`}`;
    texts.set(part.name, written);
    left -= estimateTokens(written) + 1;
    shares -= part.share;
  }
  return [line, ...parts.map(({ name }) => texts.get(name))].join("\n");
}

/**
 * The value at a path inside a call, within the budget; a string from the character `from` on. Throws `PathError`, which
 * says what there is, if there is no such value.
 */
export function valueAt(call: Call, path: CallPath, { budget, from }: CallTextOptions): ValueText {
  const { payload, steps } = path;
  if (payload === undefined) throw new PathError("the path does not name a payload");
  if (payload === "exception") {
    const text = exceptionOf(call);
    if (text === undefined) throw new PathError("the call has no exception");
    if (steps.length > 0) throw new PathError("an exception has no parts");
    return stringText(text, budget, from);
  }
  const json = call[payload];
  if (json === undefined) throw new PathError(`the call has no ${payload}`);
  let node = JsonNode.parse(json);
  for (const [at, step] of steps.entries()) {
    const next = stepInto(node, step);
    if (!next) throw new PathError(`${payload}${writeSteps(steps.slice(0, at))} has ${contentsOf(node)}`);
    node = next;
  }
  return valueText(node, budget, from);
}

/** A key or a position; also inside a string that is JSON itself, as the arguments of a tool often are. */
function stepInto(node: JsonNode, step: string | number): JsonNode | undefined {
  const text = node.string();
  const inside = text === undefined ? node : JsonNode.read(text);
  if (typeof step === "number") return inside?.item(step < 0 ? inside.size + step : step);
  return inside?.get(step) ?? (/^\d+$/.test(step) ? inside?.item(Number(step)) : undefined);
}

function contentsOf(node: JsonNode): string {
  if (node.kind === "array") return `${node.size} items, from [0] to [${node.size - 1}]`;
  if (node.kind !== "object") return `no parts: it is a ${node.kind}`;
  const keys = [...node.entries()].slice(0, 21).map(([key]) => lineOf(key, 40));
  return keys.length === 0 ? "no fields" : `the fields ${keys.slice(0, 20).join(", ")}${keys.length > 20 ? ", …" : ""}`;
}

interface Part {
  name: string;
  share: number;
  /** The length of the whole part. */
  chars: number;
  write: (budget: number) => ValueText;
}

function partsOf(call: Call): Part[] {
  const exception = exceptionOf(call);
  const parts: Part[] = [];
  if (exception !== undefined)
    parts.push({
      name: "exception",
      share: SHARES.exception,
      chars: exception.length,
      write: (budget) => stringText(exception, budget),
    });
  for (const name of ["inputs", "output", "attributes", "summary"] as const) {
    const json = call[name];
    const node = json && JsonNode.parse(json);
    if (!node || node.raw === "{}") continue;
    parts.push({ name, share: SHARES[name], chars: node.raw.length, write: (budget) => valueText(node, budget) });
  }
  return parts;
}

function exceptionOf({ exception, attributes }: Call): string | undefined {
  if (exception === undefined) return undefined;
  const [first] = readExceptions({ exception, attributes });
  return first && exceptionText(first);
}
