import { formatRef, parseRef, RefError, type RefStep } from "@/lib/contract/refs";
import type { ObjectKind } from "@/lib/contract/objects";

/** A version as its page names it. */
export interface PageVersion {
  projectId: string;
  kind: ObjectKind;
  name: string;
  /** A digest, `latest` or `v<index>`. */
  digest: string;
}

/** The ref of a version, or of a part of its value; undefined if a ref cannot express it. */
export function refInto(
  { projectId, kind, name, digest }: PageVersion,
  path: readonly RefStep[] = [],
  scheme: "core" | "weave" = "core",
): string | undefined {
  const [entity, project] = projectId.split("/");
  if (!entity || !project) return undefined;
  const ref = formatRef({ scheme, entity, project, kind, name, digest, path: [...path] });
  try {
    parseRef(scheme === "core" ? ref : ref.replace("weave:", "core:"));
    return ref;
  } catch (error) {
    if (error instanceof RefError) return undefined;
    throw error;
  }
}

/** The steps in an address such as `attr/x/index/0`; none for anything else. */
export function stepsOf(text: string): RefStep[] {
  if (text === "") return [];
  try {
    return parseRef(`core:///e/p/object/n:d/${text}`).path;
  } catch (error) {
    if (error instanceof RefError) return [];
    throw error;
  }
}

/** The label of a step on the path into a value. */
export function stepWord({ edge, value }: RefStep): string {
  return edge === "index" || edge === "id" ? `[${value}]` : value;
}
