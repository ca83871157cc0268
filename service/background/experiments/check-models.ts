import type { ExperimentDefinition } from "@/lib/contract/experiments";
import type { FieldError } from "@/lib/contract/field-errors";
import { JsonNode } from "@/lib/json/node";
import type { Inference } from "@/service/inference/gateway";
import type { VersionedScorer } from "@/service/background/scoring/score-answer";

/** The errors of models that no model server has, of the request and of judges: every row would fail. */
export async function checkModels(
  inference: Pick<Inference, "missingModel">,
  projectId: string,
  { request }: ExperimentDefinition,
  scorers: readonly VersionedScorer[],
): Promise<FieldError[]> {
  const asked = [
    { path: "request.model", model: JsonNode.parse(request).get("model")?.string() ?? "" },
    ...scorers.flatMap(({ definition }, place) =>
      definition.type === "judge" ? [{ path: `scorer_refs[${place}]`, model: definition.model }] : [],
    ),
  ];
  const found = await Promise.all(
    asked.map(async ({ path, model }) => ({ path, message: await inference.missingModel(model, projectId) })),
  );
  return found.flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }]));
}
