import { type ScorerDefinition, scorerDefinition } from "@/lib/contract/scorers";
import { check } from "@/lib/contract/validate";
import { changeMembers } from "@/lib/json/change-members";
import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { type JsonText, toJsonText, writeJson } from "@/lib/json/text";
import { hasDefinition, SCORER_CLASS } from "./scorer-class";

/** A scorer: the name that its scores have, and what it computes. */
export interface StoredScorer {
  name: string;
  description?: string;
  definition: ScorerDefinition;
}

/**
 * The scorer in an object's value. Undefined for values of other classes, for the scorers of W&B's SDKs, which have no
 * definition, and for definitions that are not valid.
 */
export function readScorer(val: JsonText): StoredScorer | undefined {
  const root = JsonNode.parse(val);
  const name = root.get("name")?.string();
  const stored = root.get("scorer");
  if (!hasDefinition(val) || name === undefined || !stored) return undefined;
  const definition = readDefinition(stored.raw);
  if (!definition) return undefined;
  const description = root.get("description")?.string();
  return { name, ...(description === undefined ? {} : { description }), definition };
}

function readDefinition(text: string): ScorerDefinition | undefined {
  try {
    const checked = check(scorerDefinition, parseJson(text, slicePlan(scorerDefinition)));
    return "data" in checked ? checked.data : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/**
 * The scorer as an object's value. With the value of the version before, everything else in that one is kept, and what
 * was not changed keeps its text.
 */
export function writeScorer(scorer: StoredScorer, base?: JsonText): JsonText {
  const before = base && readScorer(base);
  if (!base || !before) return writeNew(scorer);
  const changes = new Map<string, string>();
  if (scorer.name !== before.name) changes.set("name", JSON.stringify(scorer.name));
  if (scorer.description !== before.description) changes.set("description", JSON.stringify(scorer.description ?? null));
  const definition = writeJson(scorer.definition);
  if (definition !== writeJson(before.definition)) changes.set("scorer", definition);
  return changes.size === 0 ? base : changeMembers(base, changes);
}

function writeNew({ name, description, definition }: StoredScorer): JsonText {
  return toJsonText({
    _type: SCORER_CLASS,
    _class_name: SCORER_CLASS,
    _bases: ["Object", "BaseModel"],
    name,
    description: description ?? null,
    scorer: definition,
  });
}
