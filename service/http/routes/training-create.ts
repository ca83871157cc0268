import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { fromHeaderText } from "@/lib/contract/header-text";
import { writeJson } from "@/lib/json/text";
import { patternsWith } from "@/lib/contract/grants";
import { name } from "@/lib/contract/primitives";
import { IDEMPOTENCY_HEADER } from "@/lib/contract/idempotency";
import { TRAINING_BYTES } from "@/lib/contract/limits";
import { check, invalid } from "@/lib/contract/validate";
import { type Identity, requireAccess } from "@/service/people/keys/identity";
import type { ServiceDeps } from "@/service/http/deps";
import { streamBody } from "@/service/http/middleware/body";
import type { ServiceContext } from "@/service/http/middleware/env";
import { requireJsonType } from "@/service/http/middleware/json-body";
import type { NewTrainingJob } from "@/service/store/training/training-store";
import { type ModelToTrain, TrainingIntake } from "@/service/background/training/training-intake";
import { newId } from "@/service/ingest/new-id";
import type { Route } from "./route";

const endpoint = endpoints.trainingJobCreate;
const LIMITS = { packedBytes: TRAINING_BYTES, unpackedBytes: TRAINING_BYTES };
/** The base model of a model that was not created here. */
const UNKNOWN_BASE = "unknown";

/** Reads the body as it arrives and stores it in parts; returns the id once the job is completely stored. */
export const trainingJobCreate: Route<typeof endpoint> = {
  endpoint,
  async answer(c, deps) {
    const identity = c.get("identity");
    // Default deny: only requests that passed the guard are answered.
    if (!identity) throw new AppError("forbidden", "This endpoint requires an API key with a role on the project");
    requireJsonType(c);
    const idempotencyKey = idempotencyKeyOf(c);
    const id = newId(deps.clock());
    const intake = new TrainingIntake(deps.store, id, (modelId) => findModel(deps, identity, modelId));
    const { model, ...job } = await intake.read(
      { chunks: streamBody(c, LIMITS), lease: c.get("bodyLease") },
      identity.defaultProject,
    );
    const audit = c.get("audit");
    audit?.concerns({ project_id: model.project_id, id, model_id: model.id });
    await audit?.begin().catch(discardWith(intake));
    if (deps.coreOnly) await keepModel(deps, model, identity.owner);
    const stored = await store(deps, intake, {
      ...job,
      id,
      project_id: model.project_id,
      created_by: identity.owner,
      idempotency_key: idempotencyKey,
      calls: [...(job.calls.get(model.project_id) ?? [])],
    });
    audit?.note({ id: stored });
    return c.body(writeJson({ id: stored }), 200, { "content-type": "application/json" });
  },
};

async function store({ store }: ServiceDeps, intake: TrainingIntake, job: NewTrainingJob): Promise<string> {
  try {
    const id = await store.createTrainingJob(job);
    if (id !== job.id) await intake.discard();
    return id;
  } catch (error) {
    // After a database failure it is unknown what was stored; the hourly cleanup removes orphaned parts.
    if (error instanceof AppError && error.status < 500) await intake.discard();
    throw error;
  }
}

/** Removes the parts of a job that is not created. */
function discardWith(intake: TrainingIntake): (error: unknown) => Promise<never> {
  return async (error) => {
    await intake.discard();
    throw error;
  };
}

function idempotencyKeyOf(c: ServiceContext): string | undefined {
  const header = c.req.header(IDEMPOTENCY_HEADER);
  const checked = check(name.optional(), header === undefined ? undefined : fromHeaderText(header));
  if ("errors" in checked) throw invalid(checked.errors.map((error) => ({ ...error, path: IDEMPOTENCY_HEADER })));
  return checked.data;
}

/**
 * The model that a body names, if the key may train it. With only the core endpoints models cannot be created, so an
 * unknown id then names a new model of the key's own project.
 */
async function findModel(
  { store, coreOnly }: ServiceDeps,
  identity: Identity,
  id: string,
): Promise<ModelToTrain | undefined> {
  const known = await store.findTrainedModel(id, patternsWith(identity.roles, "viewer"));
  const model = known ?? (coreOnly ? { id, project_id: identity.defaultProject } : undefined);
  if (model) requireAccess(identity, model.project_id, endpoint.role);
  return model;
}

async function keepModel({ store }: ServiceDeps, model: ModelToTrain, owner: string): Promise<void> {
  if (await store.findTrainedModel(model.id, [model.project_id])) return;
  await store.createTrainedModel({ ...model, name: model.id, base_model: UNKNOWN_BASE, created_by: owner });
}
