import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { NAME_CHARS } from "@/lib/contract/limits";
import { parseRef, versionRef } from "@/lib/contract/refs";
import { tableRef } from "@/lib/contract/table-refs";
import { datasetOfDefinition } from "@/lib/experiment/baseline";
import { JsonNode } from "@/lib/json/node";
import { type JsonText, toJsonText } from "@/lib/json/text";
import type { NewExperiment } from "@/service/store/experiments/experiments-store";
import type { Store } from "@/service/store/store";

/** As W&B's SDKs write them. */
const BASES = ["Object", "BaseModel"];

/**
 * Publishes what an experiment is a run of, as W&B's SDKs do: an `Evaluation`, the same version for the same rows and
 * scorers, and a `Model`, the same for the same request. Returns their refs.
 */
export async function publishObjects(
  store: Pick<Store, "publishObject">,
  projectId: string,
  definition: ExperimentDefinition,
  owner: string,
): Promise<Pick<NewExperiment, "evaluation_ref" | "model_ref">> {
  const { request, prompt_ref, dataset_ref, scorer_refs } = definition;
  const dataset = dataset_ref ?? tableRef(projectId, definition.table_digest);
  const rowsName = datasetOfDefinition(definition);
  const model = JsonNode.parse(request).get("model")?.string() ?? "";
  const publish = async (className: "Evaluation" | "Model", name: string, fields: object) => {
    const val: JsonText = toJsonText({ _type: className, name, ...fields, _class_name: className, _bases: BASES });
    const object_id = `${className.toLowerCase()}-${name}`.slice(0, NAME_CHARS);
    const { digest } = await store.publishObject({ project_id: projectId, object_id, val, ext_user_id: owner });
    return versionRef(projectId, { kind: "object", name: object_id, digest });
  };
  return {
    evaluation_ref: await publish("Evaluation", rowsName, { dataset, scorers: scorer_refs ?? [] }),
    model_ref: await publish("Model", nameIn(prompt_ref) ?? model, { model, prompt: prompt_ref ?? undefined, request }),
  };
}

function nameIn(ref: string | null | undefined): string | undefined {
  const parsed = ref ? parseRef(ref) : undefined;
  return parsed && "name" in parsed ? parsed.name : undefined;
}
