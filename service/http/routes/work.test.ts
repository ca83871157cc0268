import { v7 as uuidV7 } from "uuid";
import { expect, test } from "vitest";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { minimalAlert } from "@/lib/contract/test-examples";
import type { WorkKind } from "@/lib/contract/work";
import { JsonText } from "@/lib/json/text";
import { useClient } from "@/service/store/testing/test-client";
import { useService } from "./test-service";

const service = useService();
const client = useClient(() => service);
const project_id = "acme/left";
const NOTE = "Whoever created it was turned off";

async function post(path: string, body: object, key?: string) {
  const response = await service.post(path, body, key === undefined ? {} : { authorization: `Bearer ${key}` });
  return { status: response.status, body: await response.json() };
}

/** A person with a key, without a provider. */
async function join(name: string): Promise<{ key: string; id: string }> {
  const roles = [{ project_pattern: project_id, role: "member" }];
  const { body: invited } = await post("/people/invitations/create", { roles });
  const { body } = await post("/people/invitations/accept", { token: invited.token, name });
  const { body: listed } = await post("/people/query", { search: name });
  return { key: body.key, id: listed.people[0].id };
}

/** One of each kind, as `ada` has created it. */
async function createAll(key: string): Promise<Record<WorkKind, string>> {
  const made = await post("/alerts/create", { project_id, ...minimalAlert, channels: [] }, key);
  const ids = { experiment: uuidV7(), scoring_rule: uuidV7(), training_job: uuidV7() };
  const { store } = service;
  const request = { model: "m", messages: [] };
  const definition: ExperimentDefinition = {
    name: "e",
    table_digest: "d",
    request: new JsonText(JSON.stringify(request)),
  };
  await store.createScoringRule({
    project_id,
    id: ids.scoring_rule,
    definition: { name: "r", unit: "traces", scorer_ref: `core:///${project_id}/object/s:1` },
    created_by: "ada",
  });
  await store.createExperiment({
    project_id,
    id: ids.experiment,
    definition,
    evaluation_ref: "a",
    model_ref: "b",
    created_by: "ada",
    row_digests: ["r1"],
  });
  const model = uuidV7();
  await client().query(
    "insert into trained_models (project_id, id, name, base_model, created_by) values ($1, $2, 'm', 'b', 'ada')",
    [project_id, model],
  );
  await client().query(
    `insert into training_jobs (project_id, id, model_id, created_by, body_digest, body_bytes, groups, trajectories, flat_groups)
     values ($1, $2, $3, 'ada', '\\x00', 1, 1, 1, 0)`,
    [project_id, ids.training_job, model],
  );
  return { alert: made.body.alert.id, ...ids };
}

const TABLES: Record<WorkKind, string> = {
  alert: "alerts",
  experiment: "experiments",
  scoring_rule: "scoring_rules",
  training_job: "training_jobs",
};

/** Which of the kinds a process of the service would begin to work on. */
async function goingOn(): Promise<WorkKind[]> {
  const { store } = service;
  const far = "2126-11-20T08:41:00.000000Z";
  const due = await store.dueAlerts(far, 100);
  const job = await store.takeRun({ machine: "m", process: "p" }, "command", true);
  const [experiment] = await store.listExperiments({ project_id });
  if (job) await store.releaseRun({ machine: "m", process: "p" }, job);
  const [rule] = await store.listScoringRules({ project_id });
  const found: [WorkKind, boolean][] = [
    ["alert", due.length > 0],
    ["experiment", experiment?.status === "queued"],
    ["scoring_rule", rule?.status === "active"],
    ["training_job", job !== undefined],
  ];
  return found.flatMap(([kind, is]) => (is ? [kind] : []));
}

test("what a person has created stops when they are turned off, and goes on once somebody has taken it over", async () => {
  const [ada, bob] = [await join("ada"), await join("bob")];
  const ids = await createAll(ada.key);
  const kinds = Object.keys(TABLES) as WorkKind[];
  expect(await goingOn()).toEqual(kinds);

  expect((await post("/people/update", { id: ada.id, turned_off: true })).status).toBe(200);
  expect(await goingOn()).toEqual([]);
  const shown = [
    (await post("/alerts/query", { project_id }, bob.key)).body.alerts[0],
    (await post("/experiments/query", { project_id }, bob.key)).body.experiments[0],
    (await post("/scoring/query", { project_id }, bob.key)).body.rules[0],
    await service.store.readTrainingJob(ids.training_job, ["*"]),
  ];
  for (const one of shown)
    expect(one).toMatchObject({
      needs_owner: true,
      created_by: "ada",
      [one.status === "paused" ? "reason" : "stopped_for"]: NOTE,
    });
  for (const [path, body] of [
    ["/scoring/update", { id: ids.scoring_rule, action: "resume" }],
    ["/experiments/update", { id: ids.experiment, action: "resume" }],
  ] as const)
    expect((await post(path, { project_id, ...body }, bob.key)).status).toBe(409);
  // Turned on again, nothing goes on by itself.
  await post("/people/update", { id: ada.id, turned_off: false });
  expect(await goingOn()).toEqual([]);

  for (const kind of kinds) {
    const work = { project_id, kind, id: ids[kind] };
    expect((await post("/stopped_work/take_over", work, bob.key)).body).toEqual({ taken_over: true });
    expect((await post("/stopped_work/take_over", work, bob.key)).body).toEqual({ taken_over: false });
    const { rows } = await client().query(`select created_by, needs_owner from ${TABLES[kind]} where id = $1`, [
      ids[kind],
    ]);
    expect(rows).toEqual([{ created_by: "bob", needs_owner: false }]);
  }
  expect(await goingOn()).toEqual(kinds);
  const { body: log } = await post("/audit/query", { project_id, actions: ["workTakeOver"] });
  expect(log.records).toHaveLength(2 * kinds.length);
  expect(log.records.at(-1)).toMatchObject({
    owner: "bob",
    target: { kind: "alert", id: ids.alert },
    result: { taken_over: "true" },
  });
});
