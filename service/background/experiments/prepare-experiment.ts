import type { ExperimentDefinition } from "@/lib/contract/experiments";
import type { FieldError } from "@/lib/contract/field-errors";
import { EXPERIMENT_ROWS } from "@/lib/contract/limits";
import { invalid } from "@/lib/contract/validate";
import type { NewExperiment } from "@/service/store/experiments/experiments-store";
import type { Inference } from "@/service/inference/gateway";
import { checkRequest } from "@/service/background/scoring/check-request";
import type { Store } from "@/service/store/store";
import { publishObjects } from "./publish-objects";
import { readScorers } from "@/service/background/scoring/read-scorers";
import { checkModels } from "./check-models";
import { checkValues } from "./check-values";
import { checkRefs } from "./check-refs";

/**
 * Checks an experiment against what is stored, and publishes the objects that it is a run of. Throws `invalid` with every
 * field that is wrong: the table, rows, refs or request, a model that no server has, or a variable for which no
 * row has a value.
 */
export async function prepareExperiment(
  { store, inference }: { store: Store; inference: Pick<Inference, "missingModel"> },
  projectId: string,
  definition: ExperimentDefinition,
  owner: string,
): Promise<Pick<NewExperiment, "row_digests" | "evaluation_ref" | "model_ref">> {
  const rows = await rowsOf(store, projectId, definition);
  const errors = [
    ...("errors" in rows ? rows.errors : []),
    ...(await checkRefs(store, projectId, definition)),
    ...requestErrors(definition),
  ];
  if (errors.length > 0 || "errors" in rows) throw invalid(errors);
  const scorers = await readScorers(store, projectId, definition.scorer_refs ?? []);
  const missing = [
    ...(await checkModels(inference, projectId, definition, scorers)),
    ...(await checkValues(store, projectId, definition, { digests: rows.digests, scorers })),
  ];
  if (missing.length > 0) throw invalid(missing);
  return { row_digests: rows.digests, ...(await publishObjects(store, projectId, definition, owner)) };
}

/** The digests of the rows to run, in the order in which they are sent. */
async function rowsOf(
  store: Pick<Store, "readRowDigests">,
  projectId: string,
  { table_digest, row_digests, sample }: ExperimentDefinition,
): Promise<{ digests: string[] } | { errors: FieldError[] }> {
  const inTable = await store.readRowDigests(projectId, table_digest);
  if (!inTable) return errorAt("table_digest", `there is no table ${table_digest} in project ${projectId}`);
  if (inTable.length === 0) return errorAt("table_digest", "has no rows");
  const known = new Set(inTable);
  const unknown = row_digests?.findIndex((digest) => !known.has(digest)) ?? -1;
  if (unknown !== -1) return errorAt(`row_digests[${unknown}]`, "is not a row of the table");
  const digests = sampled(row_digests ?? inTable, sample ?? undefined);
  if (digests.length > EXPERIMENT_ROWS)
    return errorAt("table_digest", `has more than ${EXPERIMENT_ROWS} rows; choose rows, or set a sample`);
  return { digests };
}

const errorAt = (path: string, message: string) => ({ errors: [{ path, message }] });

/** Those with the first digests, in the order of all. */
function sampled(digests: readonly string[], size: number | undefined): string[] {
  if (size === undefined || size >= digests.length) return [...digests];
  const places = digests.map((digest, place) => ({ digest, place }));
  const first = places.toSorted(
    (a, b) => (a.digest < b.digest ? -1 : Number(a.digest > b.digest)) || a.place - b.place,
  );
  const chosen = first.slice(0, size).toSorted((a, b) => a.place - b.place);
  return chosen.map(({ digest }) => digest);
}

/** What a model server would refuse, or the service could not record as one answer. */
function requestErrors({ request }: ExperimentDefinition): FieldError[] {
  const checked = checkRequest(request.text);
  if ("errors" in checked)
    return checked.errors.map(({ path, message }) => ({ path: `request${path && `.${path}`}`, message }));
  const errors: FieldError[] = [];
  if (checked.data.messages.length === 0) errors.push({ path: "request.messages", message: "must not be empty" });
  if (checked.data.stream === true)
    errors.push({ path: "request.stream", message: "must not be true: answers of experiments are not streamed" });
  if ((checked.data.n ?? 1) > 1)
    errors.push({ path: "request.n", message: "must not be above 1: use repetitions instead" });
  return errors;
}
