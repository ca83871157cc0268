import { AppError } from "@/lib/contract/app-error";
import { toStorableText } from "@/lib/json/decode";
import { JsonText } from "@/lib/json/text";
import type { Checkpoint, TrainedModel } from "@/lib/contract/training";
import type { Database } from "@/service/store/connections/database";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { pageOf } from "@/service/store/sql/page";
import { projectOfId } from "@/service/store/projects/project-of-id";
import { ensureProjects } from "@/service/store/projects/projects";
import { type Row, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import type { JobKey, NewTrainedModel, Page } from "./training-store";

/** How often another name is tried after a concurrent request took the previous one. */
const ATTEMPTS = 10;

/** Maximum length of the beginning of a generated name. */
const STEM_CHARS = 100;

const INSERT_MODEL = `
  insert into trained_models (project_id, id, name, base_model, created_by) values ($1, $2, $3, $4, $5)
  on conflict do nothing returning *`;

/** Returns the project's model of that name if there is one, else the new one. Creates the project on first write. */
export async function createTrainedModel(database: Database, model: NewTrainedModel): Promise<TrainedModel> {
  const { project_id, name, base_model } = model;
  const message = oversizedName({ project_id, name });
  if (message) throw new AppError("invalid", message, { errors: [{ path: "name", message }] });
  await ensureProjects(database, new Set([project_id]));
  if (name !== undefined) {
    const made = await insert(database, model, name);
    const [known] = made ? [made] : await database.query(BY_NAME, [project_id, name]);
    if (known) return readModel(known);
    throw new AppError("conflict", `A model ${model.id} already exists; use another ID`);
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const made = await insert(database, model, await freeName(database, project_id, base_model));
    if (made) return readModel(made);
  }
  throw new AppError("unavailable", NO_NAME, { retryAfterSeconds: 1 });
}

const NO_NAME = "No unused name could be generated because of concurrent requests; try again, or set a name";

const BY_NAME = "select * from trained_models where project_id = $1 and name = $2 and deleted_at is null";

async function insert(database: Database, model: NewTrainedModel, name: string): Promise<Row | undefined> {
  const { project_id, id, base_model, created_by } = model;
  const [row] = await database.query(INSERT_MODEL, [project_id, id, name, base_model, created_by]);
  return row;
}

/** The base model's own name with the first number that makes it unique in the project. */
async function freeName(database: Database, projectId: string, baseModel: string): Promise<string> {
  const stem = toStorableText(baseModel.slice(baseModel.lastIndexOf("/") + 1).slice(0, STEM_CHARS)) || "model";
  const rows = await database.query(
    "select name from trained_models where project_id = $1 and starts_with(name, $2 || '-')",
    [projectId, stem],
  );
  const usedNames = new Set(rows.map((row) => requiredText(row, "name")));
  let number = 1;
  while (usedNames.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}

const BY_ID = "select * from trained_models where project_id = $1 and id = $2 and (deleted_at is null or $3::boolean)";

/** Of models with this id in several projects, the one whose project comes first by name. */
export async function findTrainedModel(
  database: Database,
  id: string,
  within: readonly string[],
  { isDeletedToo = false } = {},
): Promise<TrainedModel | undefined> {
  const projectId = await projectOfId(database, "trained_models", id, within);
  if (projectId === undefined) return undefined;
  const [row] = await database.query(BY_ID, [projectId, id, isDeletedToo]);
  return row && readModel(row);
}

export async function findModelByName(
  database: Database,
  projectId: string,
  name: string,
): Promise<TrainedModel | undefined> {
  const [row] = await database.query(BY_NAME, [projectId, name]);
  return row && readModel(row);
}

/** Of several with the same step the latest; without a step, of the highest step. */
export async function findCheckpoint(
  database: Database,
  { project_id, id }: JobKey,
  step?: number,
): Promise<Omit<Checkpoint, "is_served"> | undefined> {
  const [row] = await database.query(
    `select * from training_checkpoints where project_id = $1 and model_id = $2
       and ($3::bigint is null or step = $3::bigint)
     order by step desc, id desc limit 1`,
    [project_id, id, step ?? null],
  );
  return row && readCheckpoint(row);
}

const DELETE_CHECKPOINTS = `
  delete from training_checkpoints where project_id = $1 and model_id = $2 and step = any ($3::bigint[]) returning step`;

/** Returns the steps that existed. */
export async function deleteCheckpoints(
  database: Database,
  { project_id, id }: JobKey,
  steps: readonly number[],
): Promise<number[]> {
  const rows = await database.query(DELETE_CHECKPOINTS, [project_id, id, `{${steps.join(",")}}`]);
  return [...new Set(rows.map((row) => requiredNumber(row, "step")))];
}

/** Of a model in any project; undefined if there is none. */
export async function readCheckpointSteps(database: Database, id: string): Promise<ReadonlySet<number> | undefined> {
  const models = await database.query(EXISTS, [id]);
  if (models.length === 0) return undefined;
  const rows = await database.query("select step from training_checkpoints where model_id = $1::uuid", [id]);
  return new Set(rows.map((row) => requiredNumber(row, "step")));
}

const EXISTS = "select 1 from trained_models where id = $1::uuid and deleted_at is null limit 1";

const UNENDED_JOB = "select 1 from training_jobs where project_id = $1 and model_id = $2 and ended_at is null limit 1";
const DELETED = "update trained_models set deleted_at = now() where project_id = $1 and id = $2";

/**
 * Deletes the checkpoints of a model, which is then found no more; its jobs stay. Throws `conflict` while one of them has
 * not ended.
 */
export async function deleteTrainedModel(database: Database, { project_id, id }: JobKey): Promise<void> {
  await database.transaction(async (connection) => {
    const [unended] = await connection.query(UNENDED_JOB, [project_id, id]);
    if (unended) throw new AppError("conflict", "A job of this model has not ended; cancel it first");
    await connection.query("delete from training_checkpoints where project_id = $1 and model_id = $2", [
      project_id,
      id,
    ]);
    await connection.query(DELETED, [project_id, id]);
  });
}

/** Newest first. */
export async function listTrainedModels(
  database: Database,
  { project_id, after, limit }: { project_id: string; after?: string; limit: number },
): Promise<Page<TrainedModel>> {
  const rows = await database.query(
    `select * from trained_models where project_id = $1 and deleted_at is null and ($2::uuid is null or id < $2::uuid)
     order by id desc limit $3`,
    [project_id, after ?? null, limit + 1],
  );
  return pageOf(rows, limit, readModel);
}

function readModel(row: Row): TrainedModel {
  const projectId = requiredText(row, "project_id");
  const [entity = "", project = ""] = projectId.split("/");
  return {
    id: requiredText(row, "id"),
    entity,
    project,
    project_id: projectId,
    name: requiredText(row, "name"),
    base_model: requiredText(row, "base_model"),
    run_id: null,
    created_at: requiredText(row, "created_at"),
    created_by: requiredText(row, "created_by"),
  };
}

/** By step; of several with the same step, the latest first. */
export async function listCheckpoints(
  database: Database,
  { project_id, id }: JobKey,
  { after, limit, order }: { after?: string; limit: number; order: "asc" | "desc" },
): Promise<Page<Omit<Checkpoint, "is_served">>> {
  const isBehind = order === "asc" ? ">" : "<";
  const rows = await database.query(
    `with last as materialized (
       select step, id from training_checkpoints l where l.project_id = $1 and l.model_id = $2 and l.id = $3::uuid)
     select c.* from training_checkpoints c
     where c.project_id = $1 and c.model_id = $2
       and ($3::uuid is null or c.step ${isBehind} (select step from last)
         or (c.step = (select step from last) and c.id < (select id from last)))
     order by c.step ${order}, c.id desc limit $4`,
    [project_id, id, after ?? null, limit + 1],
  );
  return pageOf(rows, limit, readCheckpoint);
}

function readCheckpoint(row: Row): Omit<Checkpoint, "is_served"> {
  return {
    id: requiredText(row, "id"),
    step: requiredNumber(row, "step"),
    metrics: new JsonText(requiredText(row, "metrics")),
    job_id: requiredText(row, "job_id"),
    created_at: requiredText(row, "created_at"),
    model: optionalText(row, "model"),
  };
}
