import type { Experiment } from "@/lib/contract/experiments";
import { toStorableText } from "@/lib/json/decode";
import { writeJson } from "@/lib/json/text";
import { readClock } from "@/service/store/connections/clock";
import type { Database } from "@/service/store/connections/database";
import { ensureProjects } from "@/service/store/projects/projects";
import { textArray } from "@/service/store/sql/text-array";
import type { NewExperiment } from "./experiments-store";
import { readExperiment } from "./read-experiments";

/**
 * Stores an experiment with its rows in one transaction; each row once for each repetition, all rows before the second
 * of any. One that is stored already stays as it is. Creates the project if it does not exist.
 */
export async function createExperiment(database: Database, made: NewExperiment): Promise<Experiment> {
  const { project_id, id, row_digests } = made;
  const { budget_usd, ...definition } = made.definition;
  const repetitions = definition.repetitions ?? 1;
  await ensureProjects(database, new Set([project_id]));
  return database.transaction(async (connection) => {
    const inserted = await connection.query(INSERT, [
      project_id,
      id,
      toStorableText(writeJson(definition)),
      budget_usd ?? null,
      made.evaluation_ref,
      made.model_ref,
      toStorableText(made.created_by),
      await readClock(connection),
      row_digests.length * repetitions,
    ]);
    if (inserted.length > 0) {
      const digests = textArray(row_digests);
      for (let repetition = 0; repetition < repetitions; repetition += 1)
        await connection.query(INSERT_ROWS, [project_id, id, repetition * row_digests.length, digests]);
    }
    const stored = await readExperiment(connection, made);
    if (!stored) throw new TypeError("a row that was written cannot be read");
    return stored;
  });
}

const INSERT = `
  insert into experiments (project_id, id, definition, budget_usd, evaluation_ref, model_ref, created_by, created_at,
    waiting, busy_ms)
  values ($1, $2::uuid, $3, $4::float8, $5, $6, $7, $8::timestamptz, $9::int, 0)
  on conflict (project_id, id) do nothing returning id`;

const INSERT_ROWS = {
  name: "experiments_insert_rows",
  text: `
  insert into experiment_rows (project_id, experiment_id, place, row_digest)
  select $1::text, $2::uuid, $3::int + place, digest
  from unnest($4::text[]) with ordinality as added (digest, place)`,
};
