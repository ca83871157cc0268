import { randomUUID } from "node:crypto";
import pg from "pg";
import { v7 as uuidV7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROJECT, useStore } from "@/service/store/testing/test-store";
import { PART_BYTES } from "./body";
import type { NewTrainingJob, TrainingPart } from "./training-store";

const opened = useStore();
const modelId = randomUUID();
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client(opened().connection);
  await client.connect();
  await opened().store.createTrainedModel({ id: modelId, project_id: PROJECT, base_model: "base", created_by: "ada" });
});
afterAll(() => client.end());

const partOf = (job_id: string, part: number, content: string, project_id = PROJECT): TrainingPart => ({
  project_id,
  job_id,
  part,
  content: Buffer.from(content),
});
const full = (letter: string) => letter.repeat(PART_BYTES);

/** A job with this body, and the fields that the test sets. */
async function create(
  bodyParts: string[],
  fields: Partial<NewTrainingJob> = {},
): Promise<{ project_id: string; id: string }> {
  const id = uuidV7();
  await opened().store.createTrainingJob({
    id,
    project_id: PROJECT,
    model_id: modelId,
    created_by: "ada",
    body_digest: Buffer.from(id),
    body_bytes: bodyParts.join("").length,
    groups: [],
    trajectories: 0,
    flat_groups: 0,
    calls: [],
    parts: bodyParts.map((content, part) => partOf(id, part, content)),
    ...fields,
  });
  return { project_id: PROJECT, id };
}

async function read(...asked: Parameters<ReturnType<typeof opened>["store"]["readTrainingBody"]>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened().store.readTrainingBody(...asked)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const keptOf = async (id: string) => {
  const { rows } = await client.query("select distinct project_id from training_parts where job_id = $1", [id]);
  return rows.map(({ project_id }) => project_id);
};

describe("the body of a job", () => {
  test("is read as a whole, and by ranges within a part and over several", async () => {
    const job = await create([full("a"), full("b"), "tail"]);
    expect(await read(job)).toBe(`${full("a")}${full("b")}tail`);
    expect(await read(job, { start: 3, end: 5 })).toBe("aa");
    expect(await read(job, { start: PART_BYTES - 1, end: PART_BYTES + 1 })).toBe("ab");
    expect(await read(job, { start: PART_BYTES - 2, end: 2 * PART_BYTES + 2 })).toBe(`aa${full("b")}ta`);
    expect(await read(job, { start: 2 * PART_BYTES, end: 2 * PART_BYTES + 4 })).toBe("tail");
  });

  test("fails if a part is missing, and never looks complete", async () => {
    const job = await create([full("a"), "b"]);
    await client.query("delete from training_parts where job_id = $1 and part = 1", [job.id]);
    await expect(read(job)).rejects.toThrow("a part of a training job's body is missing");
  });
});

describe("parts that arrive before their job", () => {
  test("move to its project", async () => {
    const { store } = opened();
    const id = uuidV7();
    await store.writeTrainingPart(partOf(id, 0, full("a"), "other/p"));
    await store.writeTrainingPart(partOf(id, 1, full("b"), "other/p"));
    await store.moveTrainingParts({ project_id: "other/p", id }, PROJECT, 2);
    expect(await keptOf(id)).toEqual([PROJECT]);
  });

  test("are removed on request, but never from under a job", async () => {
    const id = uuidV7();
    await opened().store.writeTrainingPart(partOf(id, 0, "a"));
    await opened().store.removeTrainingParts({ project_id: PROJECT, id });
    expect(await keptOf(id)).toEqual([]);
    const job = await create(["a"]);
    await opened().store.removeTrainingParts(job);
    expect(await read(job)).toBe("a");
  });

  test("are cleaned up if no job was created from them within a day", async () => {
    const { store } = opened();
    const [stray, recent, job] = [uuidV7(), uuidV7(), await create(["a"])];
    for (const id of [stray, recent]) await store.writeTrainingPart(partOf(id, 0, "a", "other/p"));
    const old =
      "update training_parts set created_at = statement_timestamp() - interval '25 hours' where job_id = any($1)";
    await client.query(old, [[stray, job.id]]);
    expect([await store.sweepTrainingParts(), await store.sweepTrainingParts()]).toEqual([1, 0]);
    expect([await keptOf(stray), await keptOf(recent), await keptOf(job.id)]).toEqual([[], ["other/p"], [PROJECT]]);
  });
});

test("a job without its model, as after its project was erased, is not stored", async () => {
  const model_id = randomUUID();
  await expect(create(["a"], { model_id })).rejects.toThrow(`There is no model ${model_id}`);
  const { rows } = await client.query("select from training_jobs where model_id = $1", [model_id]);
  expect(rows).toEqual([]);
});

test("a call whose id is too long for an index is ignored", async () => {
  // All different, so that nothing can be compressed.
  const long = Array.from({ length: 990 }, (_, at) => String.fromCodePoint(0x4e00 + at * 17)).join("");
  const { id } = await create(["a"], { calls: ["c1", long] });
  const { rows } = await client.query("select call_id from training_calls where job_id = $1", [id]);
  expect(rows).toEqual([{ call_id: "c1" }]);
});
