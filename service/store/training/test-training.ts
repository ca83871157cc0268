import { randomUUID } from "node:crypto";
import pg from "pg";
import { v7 as uuidV7 } from "uuid";
import { afterAll, beforeAll } from "vitest";
import { PROJECT, useStore } from "@/service/store/testing/test-store";
import type { Store } from "@/service/store/store";

/** A stored job, and its events. */
export type StoredJob = Readonly<Record<string, unknown>> & {
  status: string;
  said: { type: string; data: string }[];
  checkpoints: { step: number; metrics: string; model: string | null }[];
};

/** For tests: training jobs directly in the database of one file. */
export type TestTraining = {
  readonly store: Store;
  /** Queues a job after the others. */
  queue(body?: string): Promise<{ project_id: string; id: string }>;
  read(id: string): Promise<StoredJob>;
  /** Whether it has ended and its runner has cleaned up. */
  isSettled(id: string): Promise<boolean>;
  /** Changes a job without a holder; takes the SQL of the assignments. */
  change(id: string, sql: string): Promise<void>;
  /** Makes it long since a runner was replaced or removed. */
  retireLongAgo(runnerId: string): Promise<void>;
  /** Removes it, as erasing its project does. */
  remove(id: string): Promise<void>;
  /** Ends every job. */
  clear(): Promise<void>;
};

/** Opens a separate database before the tests of a file. */
export function useTraining(): TestTraining {
  const opened = useStore();
  const model = randomUUID();
  const pools: pg.Pool[] = [];
  const client = {
    query: async (text: string, values: unknown[] = []) => {
      const [pool] = pools;
      if (!pool) throw new Error("the database is opened before the tests");
      return pool.query(text, values);
    },
  };
  beforeAll(async () => {
    const pool = new pg.Pool(opened().connection);
    // Its last connections are still closing when the database is dropped.
    pool.on("error", () => {}).on("connect", (connection) => connection.on("error", () => {}));
    pools.push(pool);
    await client.query(
      "insert into trained_models (project_id, id, name, base_model, created_by) values ($1, $2, 'judge', 'base/7b', 'ada')",
      [PROJECT, model],
    );
  });
  afterAll(() => Promise.all(pools.map((pool) => pool.end())));
  return {
    get store() {
      return opened().store;
    },
    async queue(body = '{"trajectory_groups":[]}') {
      const id = uuidV7();
      const bytes = Buffer.from(body);
      await client.query(
        `insert into training_jobs (project_id, id, model_id, created_by, body_digest, body_bytes, groups, trajectories, flat_groups)
         values ($1, $2, $3, 'ada', '\\x00', $4, 1, 2, 0)`,
        [PROJECT, id, model, bytes.length],
      );
      await client.query("insert into training_parts (project_id, job_id, part, content) values ($1, $2, 0, $3)", [
        PROJECT,
        id,
        bytes,
      ]);
      return { project_id: PROJECT, id };
    },
    async read(id) {
      const { rows } = await client.query("select *, status::text from training_jobs where id = $1", [id]);
      const said = await client.query("select type, data from training_events where job_id = $1 order by id", [id]);
      const checkpoints = await client.query(
        "select step::int, metrics, model from training_checkpoints where job_id = $1 order by id",
        [id],
      );
      return { ...rows[0], said: said.rows, checkpoints: checkpoints.rows };
    },
    async retireLongAgo(runnerId) {
      await client.query("update training_runners set retired_at = now() - interval '1 hour' where id = $1", [
        runnerId,
      ]);
    },
    async remove(id) {
      await client.query("delete from training_jobs where id = $1", [id]);
    },
    async clear() {
      await client.query(
        "update training_jobs set ended_at = now(), status = 'cancelled', runner_state = null, held_by = null",
      );
    },
    async isSettled(id) {
      const { rowCount } = await client.query(
        "select from training_jobs where id = $1 and ended_at is not null and runner_state is null",
        [id],
      );
      return rowCount === 1;
    },
    async change(id, sql) {
      await client.query(`update training_jobs set ${sql} where id = $1`, [id]);
    },
  };
}
