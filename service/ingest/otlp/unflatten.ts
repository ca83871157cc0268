import { OTLP_VALUE_DEPTH } from "@/lib/contract/limits";
import type { AnyValue, Attributes } from "./any-value";

const POSITION = /^\d{1,6}$/;

class Branch {
  readonly children = new Map<string, Branch | AnyValue>();
}

/**
 * Turns dotted keys back into the structure they were flattened from: `0.role` and `0.content` become
 * `[{role, content}]`. Levels whose keys are all whole numbers become arrays, gaps closed. Keys with too many levels
 * are left out. Undefined when there is nothing.
 */
export function unflatten(attributes: Attributes): AnyValue | undefined {
  const root = new Branch();
  for (const [key, value] of attributes) {
    const path = key.split(".", OTLP_VALUE_DEPTH + 1);
    if (path.length <= OTLP_VALUE_DEPTH) place(root, path, value);
  }
  return root.children.size > 0 ? valueOf(root) : undefined;
}

function place(root: Branch, path: string[], value: AnyValue): void {
  let branch = root;
  const last = path.length - 1;
  for (const step of path.slice(0, last)) {
    const child = branch.children.get(step);
    const next = child instanceof Branch ? child : new Branch();
    branch.children.set(step, next);
    branch = next;
  }
  const leaf = path[last] ?? "";
  if (!(branch.children.get(leaf) instanceof Branch)) branch.children.set(leaf, value);
}

function valueOf(branch: Branch): AnyValue {
  const entries = [...branch.children].map(([key, child]): [string, AnyValue] => [
    key,
    child instanceof Branch ? valueOf(child) : child,
  ]);
  if (!entries.every(([key]) => POSITION.test(key))) return new Map(entries);
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}
