import type { ScoringDefinition } from "@/lib/contract/scoring";
import { invalid } from "@/lib/contract/validate";
import { readScorer } from "@/lib/scorer/stored-scorer";
import { needsExpected, variablesOfJudge } from "@/lib/scorer/traits";
import { pricingFor, type PricingStore } from "@/service/costs/priced-usage";
import type { Store } from "@/service/store/store";
import { readVersions } from "./read-scorers";

type PrepareStore = PricingStore & Pick<Store, "readObjectValues" | "countCalls">;

/**
 * Throws `invalid` with every field of a rule that is wrong: the ref of the scorer, or a field of the query. `at` is the
 * path of the rule in the request, with a dot at its end.
 */
export async function checkRule(
  store: PrepareStore,
  projectId: string,
  definition: Pick<ScoringDefinition, "scorer_ref" | "unit" | "filter" | "query">,
  at = "",
): Promise<void> {
  const problem = await scorerProblem(store, projectId, definition);
  if (problem !== undefined) throw invalid([{ path: `${at}scorer_ref`, message: problem }]);
  // Fields that do not exist are found by the statement.
  const { filter, query } = definition;
  const selected = { project_id: projectId, filter, query };
  await store.countCalls({
    ...selected,
    pricing: await pricingFor(store, selected),
    limit: 1,
    totalStorageSize: false,
  });
}

async function scorerProblem(
  store: Pick<Store, "readObjectValues">,
  projectId: string,
  { scorer_ref, unit }: Pick<ScoringDefinition, "scorer_ref" | "unit">,
): Promise<string | undefined> {
  const [value] = await readVersions(store, projectId, [scorer_ref]);
  if (!value) return "must be the ref of a version of a scorer in this project";
  const scorer = readScorer(value);
  if (!scorer) return "must be a version of a scorer that Loupe can run";
  if (needsExpected(scorer.definition)) return "needs an expected answer, which new calls do not have";
  const names = scorer.definition.type === "judge" ? variablesOfJudge(scorer.definition) : [];
  if (unit !== "threads" && names.includes("conversation")) return "names a conversation, which only threads have";
  return undefined;
}
