import { expect, test, vi } from "vitest";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { useService } from "@/service/http/routes/test-service";
import { eraseProject } from "@/service/store/maintenance/erase";
import { useClient } from "@/service/store/testing/test-client";
import { json, useStore } from "@/service/store/testing/test-store";
import { type TestScoring, scoringOn } from "./test-scoring";

const TABLES = ["scoring_rules", "scoring_traces", "scoring_threads", "scoring_calls"];
const JUDGE: ScorerDefinition = {
  type: "judge",
  model: MODEL,
  messages: [{ role: "user", content: "{{output}}" }],
  score: { type: "boolean" },
};
const message = { role: "assistant", content: '{"reasoning":"It is","score":true}' };
const VERDICT = { id: "c", object: "chat.completion", model: MODEL, choices: [{ index: 0, message }] };
const WAIT = { timeout: 30_000 };

const service = useService();
const opened = useStore();
const client = useClient(opened);

/** The rows of a project, by table. */
async function rowsOf(project: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of TABLES) {
    const read = `select t::text as row from ${table} t where project_id = $1 order by 1`;
    rows[table] = (await client().query(read, [project])).rows.map(({ row }) => row);
  }
  return rows;
}

const filled = (rows: Record<string, string[]>) => TABLES.filter((table) => (rows[table] ?? []).length > 0);

/** Lets dispatchers follow none of some rules, which keep their notes. */
const holdBack = async (ids: readonly string[]) =>
  client().query("update scoring_rules set status = 'paused' where id = any($1)", [ids]);

async function createRules(scoring: TestScoring) {
  const scorer_ref = await scoring.publishScorer(JUDGE);
  return {
    asking: await scoring.create({ scorer_ref }),
    collecting: await scoring.create({ scorer_ref, unit: "calls" }),
    watching: await scoring.create({ scorer_ref, unit: "threads", quiet_minutes: 60 }),
    noted: await scoring.create({ scorer_ref }),
  };
}

test("a project that is erased while its calls are scored leaves nothing of its rules", async () => {
  const [kept, erased] = ["acme/kept", "acme/erased"].map((project) => scoringOn(service, opened().store, project));
  if (!kept || !erased) throw new Error("there are two projects");
  const others = await createRules(kept);
  await kept.write({ id: "one", output: json('"one"') });
  await holdBack(Object.values(others).map(({ id }) => id));
  const before = await rowsOf(kept.project);
  expect(filled(before)).toEqual(["scoring_rules", "scoring_traces"]);
  const { asking, collecting, noted } = await createRules(erased);
  await erased.write({ id: "one", thread_id: "t", output: json('"one"') });
  await holdBack([noted.id]);

  let goOn = () => {};
  const afterwards = new Promise<void>((resolve) => (goOn = resolve));
  const upstream = await startUpstream(async (response, request) => {
    await afterwards;
    return answerJson(VERDICT)(response, request);
  });
  const late: unknown[] = [];
  const { collectForScoring } = opened().store;
  const stop = erased.start(upstream, {
    collectForScoring: async (holder, key, collected) => {
      if (key.id !== collecting.id) return collectForScoring(holder, key, collected);
      await afterwards;
      const isStored = await collectForScoring(holder, key, collected);
      late.push({ calls: collected.calls.length, isStored });
      return isStored;
    },
  });
  await erased.until(asking.id, ({ calls: { sent } }) => sent === 1);
  await vi.waitFor(async () => expect(filled(await rowsOf(erased.project))).toEqual(TABLES), WAIT);
  await vi.waitFor(() => expect(upstream.arrived).toHaveLength(1), WAIT);

  await eraseProject(client(), erased.project);
  expect(filled(await rowsOf(erased.project))).toEqual([]);
  goOn();
  await vi.waitFor(() => expect(late).toEqual([{ calls: 1, isStored: false }]), WAIT);
  await stop();
  await erased.total();
  expect(filled(await rowsOf(erased.project))).toEqual([]);
  expect(await rowsOf(kept.project)).toEqual(before);
});
