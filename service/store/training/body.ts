import type { Connection, Database } from "@/service/store/connections/database";
import { type Row, requiredNumber, requiredText } from "@/service/store/sql/row";
import type { JobKey, TrainingPart } from "./training-store";

export const PART_BYTES = 1024 * 1024;
/** Number of orphaned bodies that one cleanup removes. */
const SWEPT = 100;

const INSERT_PART = {
  name: "training_insert_part",
  text: "insert into training_parts (project_id, job_id, part, content) values ($1, $2, $3, $4)",
};

/** Stores a part of a body that is still arriving; it has no effect until its job is created. */
export async function writeTrainingPart(connection: Connection, part: TrainingPart): Promise<void> {
  const { project_id, job_id, content } = part;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  await connection.query(INSERT_PART, [project_id, job_id, part.part, bytes]);
}

/** Moves the parts of a body to another project, one by one: a single statement might exceed its time limit. */
export async function moveTrainingParts(
  database: Database,
  job: JobKey,
  projectId: string,
  parts: number,
): Promise<void> {
  for (let part = 0; part < parts; part += 1) {
    const content = await readPart(database, job, part);
    await writeTrainingPart(database, { project_id: projectId, job_id: job.id, part, content });
  }
  await removeTrainingParts(database, job);
}

// Parts of a job are never removed, even if the caller believes that it was not created.
const REMOVE_PARTS = `
  delete from training_parts where project_id = $1 and job_id = $2
    and not exists (select from training_jobs where project_id = $1 and id = $2)`;

export async function removeTrainingParts(database: Database, { project_id, id }: JobKey): Promise<void> {
  await database.query(REMOVE_PARTS, [project_id, id]);
}

const STRAY = `
  select distinct project_id, job_id from training_parts p
  where created_at < clock_timestamp() - interval '1 day'
    and not exists (select from training_jobs j where j.project_id = p.project_id and j.id = p.job_id)
  limit ${SWEPT}`;

/** Removes parts whose job was not created within a day; returns the number of bodies. */
export async function sweepTrainingParts(database: Database): Promise<number> {
  const stray = await database.query(STRAY);
  for (const row of stray)
    await removeTrainingParts(database, {
      project_id: requiredText(row, "project_id"),
      id: requiredText(row, "job_id"),
    });
  return stray.length;
}

/** The body of a job, or a range of its bytes, as it was sent. */
export async function* readTrainingBody(
  database: Database,
  job: JobKey,
  range?: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  const { start, end } = range ?? { start: 0, end: await bodyBytes(database, job) };
  for (let part = Math.floor(start / PART_BYTES); part * PART_BYTES < end; part += 1) {
    const content = await readPart(database, job, part);
    const from = part * PART_BYTES;
    yield content.subarray(Math.max(start - from, 0), end - from);
  }
}

async function bodyBytes(database: Database, { project_id, id }: JobKey): Promise<number> {
  const [row] = await database.query("select body_bytes from training_jobs where project_id = $1 and id = $2", [
    project_id,
    id,
  ]);
  return row ? requiredNumber(row, "body_bytes") : 0;
}

const READ_PART = {
  name: "training_read_part",
  text: `select encode(content, 'hex') as content from training_parts
    where project_id = $1 and job_id = $2 and part = $3`,
};

async function readPart(database: Database, { project_id, id }: JobKey, part: number): Promise<Uint8Array> {
  const [row]: (Row | undefined)[] = await database.query(READ_PART, [project_id, id, part]);
  // The length of the body determines the number of parts: a missing one was erased during the read.
  if (!row) throw new Error("a part of a training job's body is missing");
  return Buffer.from(requiredText(row, "content"), "hex");
}
