import type { JsonNode } from "@/lib/json/node";

const MOST_PATHS = 500;
const DEEPEST = 6;

/** Adds the paths of all values that are not objects or lists; of a list only its first items. */
export function addPayloadPaths(node: JsonNode, path: string, paths: Set<string>): void {
  if (paths.size >= MOST_PATHS) return;
  const isDeep = path.split(".").length > DEEPEST;
  if (isDeep || (node.kind !== "object" && node.kind !== "array")) {
    if (path.includes(".")) paths.add(path);
    return;
  }
  for (const [key, child] of node.entries())
    if (key !== "" && key.length <= 100) addPayloadPaths(child, `${path}.${key.replaceAll(".", "\\.")}`, paths);
  for (const index of [0, 1]) {
    const item = node.item(index);
    if (item) addPayloadPaths(item, `${path}.${index}`, paths);
  }
}
