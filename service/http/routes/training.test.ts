import { describe, expect, test } from "vitest";
import { callRef, versionRef } from "@/lib/contract/refs";
import { tableRef, tableRowRef } from "@/lib/contract/table-refs";
import { JsonText } from "@/lib/json/text";
import { asGroups, minimalTrajectory } from "@/lib/training/test-jobs";
import type { RunEvent, RunHolder, RunWrite, TrainingRun } from "@/service/store/training/runs-store";
import { runnerConfig } from "@/service/background/training/runner-config";
import { ADMIN_KEY, postOf, useService } from "./test-service";
import { JOBS, useTraining } from "./test-training";

const service = useService();
const training = useTraining(service);
const holder: RunHolder = { machine: "here", process: "1" };
const state = new JsonText("{}");
const rewarded = (...rewards: number[]) => rewards.map((reward) => ({ ...minimalTrajectory, reward }));
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
const cancel = async (id: string, headers: Record<string, string> = {}) =>
  training.app().request(`${JOBS}/${id}/cancel`, { ...postOf("", headers), body: null });

/** Claims the job, which must be the only one waiting. */
async function begin(id: string): Promise<TrainingRun> {
  const run = await service.store.takeRun(holder, "command", true);
  expect(run?.id).toBe(id);
  if (!run) throw new Error("nothing was taken");
  return run;
}

const tell = async (run: TrainingRun, write: Partial<RunWrite>) =>
  service.store.writeRun(holder, run, { eventCount: 0, status: "running", state, ...write });
const event = (type: string, data: string): RunEvent => ({ type, data: new JsonText(data) });

describe("the list of jobs", () => {
  test("has one project's jobs, newest first, in pages, by model, status and call", async () => {
    const [model, other] = [await training.makeModel(), await training.makeModel()];
    const foreign = await training.makeModel({ project_id: "zoo/b" });
    const linked = asGroups([
      { ...minimalTrajectory, metadata: { call_refs: ["core:///acme/a/call/c%2F1", "core:///zoo/b/call/theirs"] } },
    ]);
    const first = await training.makeJob({ model_id: model.id });
    const second = await training.makeJob({ model_id: other.id, trajectory_groups: linked });
    const third = await training.makeJob({ model_id: model.id });
    await training.makeJob({ model_id: foreign.id });
    await cancel(first);
    const list = async (query: string) => training.read(`${JOBS}?project_id=acme/a${query}`);
    expect(await list("")).toMatchObject({ data: { length: 3 }, has_more: false });
    expect(ids(await list(""))).toEqual([third, second, first]);
    const page = await list("&limit=2");
    expect([ids(page), page.has_more]).toEqual([[third, second], true]);
    const rest = await list(`&limit=2&after=${second}`);
    expect([ids(rest), rest.has_more]).toEqual([[first], false]);
    expect(ids(await list(`&model_id=${model.id}`))).toEqual([third, first]);
    expect(ids(await list("&status=cancelled"))).toEqual([first]);
    expect(ids(await list("&call_id=c%2F1"))).toEqual([second]);
    // A call of another project does not lead to the job, nor the job to the call.
    expect(ids(await list("&call_id=theirs"))).toEqual([]);
    expect(ids(await training.read(`${JOBS}?project_id=zoo/b&call_id=theirs`))).toEqual([]);
  });

  test("is that of the key's own project by default", async () => {
    const { id: model_id } = await training.makeModel({ project_id: "own/c" });
    const id = await training.makeJob({ model_id });
    const key = await training.makeKey("own/c", "viewer");
    expect(ids(await (await training.get(JOBS, key)).json())).toEqual([id]);
  });

  test.each([
    ["limit=0", "limit", "must be at least 1"],
    ["limit=1001", "limit", "must be at most 1000"],
    ["limit=many", "limit", "must be a number"],
    ["status=lost", "status", expect.any(String)],
    ["after=1", "after", "must be a UUID"],
    ["limti=1", "limti", "is not a known field"],
  ])("%s is refused", async (query, path, message) => {
    const response = await training.get(`${JOBS}?${query}`);
    expect([response.status, (await response.json()).error.errors]).toEqual([422, [{ path, message }]]);
  });
});

describe("the events of a job", () => {
  test("in order, after a given event, in either direction, with or without its log", async () => {
    const { id: model_id } = await training.makeModel();
    const id = await training.makeJob({ model_id });
    await clearOthers(id);
    const run = await begin(id);
    const step = (at: number) => event("gradient_step", `{"step":${at},"loss":0.${at}0}`);
    await tell(run, { events: [event("training_started", "{}"), event("log", '{"text":"a"}'), step(1)], step: 1 });
    await tell(run, { eventCount: 3, events: [event("log", '{"text":"b"}'), step(2)], step: 2, total_steps: 4 });
    const at = `${JOBS}/${id}/events`;
    const text = await (await training.get(`${at}?after=2&limit=1`)).text();
    expect(text).toMatch(
      /^\{"data":\[\{"id":"3","type":"gradient_step","data":\{"step":1,"loss":0\.10\},"created_at":"[^"]+Z"\}\],"has_more":true\}$/,
    );
    const read = async (query: string) => {
      const page = await training.read(`${at}?${query}`);
      return [...ids(page), page.has_more];
    };
    expect(await read("")).toEqual(["1", "2", "3", "4", "5", false]);
    expect(await read("after=5")).toEqual([false]);
    expect(await read("limit=2&order=desc")).toEqual(["5", "4", true]);
    expect(await read("limit=3&order=desc&after=4")).toEqual(["3", "2", "1", false]);
    expect(await read("logs=only")).toEqual(["2", "4", false]);
    expect(await read("logs=none&after=1")).toEqual(["3", "5", false]);
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({
      status: "running",
      step: 2,
      total_steps: 4,
      runner: "command",
    });
  });

  test("a page ends early if its events are large", async () => {
    const { id: model_id } = await training.makeModel();
    const id = await training.makeJob({ model_id });
    await clearOthers(id);
    const run = await begin(id);
    const large = event("log", JSON.stringify({ text: "x".repeat(3 * 2 ** 20) }));
    await tell(run, { events: [large, large, large, large] });
    const page = await training.read(`${JOBS}/${id}/events`);
    expect([ids(page), page.has_more]).toEqual([["1", "2"], true]);
    expect(ids(await training.read(`${JOBS}/${id}/events?after=2`))).toEqual(["3", "4"]);
  });

  test("and how it ended", async () => {
    const { id: model_id } = await training.makeModel();
    const id = await training.makeJob({ model_id });
    await clearOthers(id);
    const run = await begin(id);
    const failure = { reason: "The program ended with 1", exit_code: 1, log: "Traceback" };
    await tell(run, {
      status: "failed",
      failure: new JsonText(JSON.stringify(failure)),
      resources: new JsonText('{"cpu_seconds":1.5,"peak_memory_bytes":1024}'),
      trained_model: "judge-step-2",
    });
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({
      status: "failed",
      failure,
      resources: { cpu_seconds: 1.5, peak_memory_bytes: 1024 },
      trained_model: "judge-step-2",
      ended_at: expect.stringMatching(/Z$/),
    });
  });
});

describe("the groups of a job", () => {
  test("are listed with their rewards and positions, and read as they were sent", async () => {
    const { id: model_id } = await training.makeModel();
    const groups = asGroups(rewarded(1, 0.1), rewarded(-1e-7), rewarded(5e300, 2));
    const text = JSON.stringify({ model_id, note: "中", trajectory_groups: groups }, undefined, 1);
    const { id } = await (await training.send(text)).json();
    const { data, has_more } = await training.read(`${JOBS}/${id}/groups`);
    expect([data.map(({ rewards }: { rewards: number[] }) => rewards), has_more]).toEqual([
      [[1, 0.1], [-1e-7], [5e300, 2]],
      false,
    ]);
    const cut = ({ start, end }: { start: number; end: number }) => Buffer.from(text).subarray(start, end).toString();
    expect(data.map((row: { start: number; end: number }) => JSON.parse(cut(row)))).toEqual(groups);
    const one = await (await training.get(`${JOBS}/${id}/groups/1`)).text();
    expect(one).toBe(`{"index":1,"group":${cut(data[1])}}`);
    const page = await training.read(`${JOBS}/${id}/groups?after=0&limit=1`);
    expect([page.data.map(({ index }: { index: number }) => index), page.has_more]).toEqual([[1], true]);
  });

  test.each([
    ["groups/7", 404],
    ["groups/99999999999", 404],
    ["groups/-1", 422],
    ["groups/x", 422],
  ])("%s: %i", async (path, status) => {
    const { id: model_id } = await training.makeModel();
    const id = await training.makeJob({ model_id });
    expect((await training.get(`${JOBS}/${id}/${path}`)).status).toBe(status);
  });
});

describe("cancelling", () => {
  test("ends a queued job at once, and stops a running one; one that has ended is not changed", async () => {
    const { id: model_id } = await training.makeModel();
    const waiting = await training.makeJob({ model_id });
    expect(await (await cancel(waiting)).json()).toMatchObject({
      id: waiting,
      status: "cancelled",
      ended_at: expect.any(String),
    });
    const id = await training.makeJob({ model_id });
    await clearOthers(id);
    // From here on a process has claimed it, but has not started it.
    const run = await begin(id);
    const asked = await (await cancel(id)).json();
    expect(asked).toMatchObject({ status: "queued", cancel_asked_at: expect.any(String) });
    expect(asked.ended_at).toBeUndefined();
    await tell(run, {});
    expect(await (await cancel(id)).json()).toMatchObject({
      status: "running",
      cancel_asked_at: asked.cancel_asked_at,
    });
    await tell(run, { status: "succeeded" });
    const ended = await training.read(`${JOBS}/${id}`);
    expect(await (await cancel(id)).json()).toEqual(ended);
  });

  test("is for those who may train", async () => {
    const { id: model_id } = await training.makeModel();
    const id = await training.makeJob({ model_id });
    const key = await training.makeKey("acme/a", "viewer");
    expect((await cancel(id, { authorization: `Bearer ${key}` })).status).toBe(403);
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({ status: "queued" });
  });
});

describe("the test table", () => {
  const setTable = async (id: string, ref: unknown, headers: Record<string, string> = {}) =>
    training.app().request(`${JOBS}/test-table`, postOf({ id, test_table_ref: ref }, headers));
  const makeTable = async (project_id: string): Promise<string> => {
    const rows = [{ question: "Where is my parcel?" }];
    return (await (await service.post("/table/create", { table: { project_id, rows } })).json()).digest;
  };
  const publish = async (project_id: string, object_id: string, val: object): Promise<string> => {
    const { digest } = await (await service.post("/obj/create", { obj: { project_id, object_id, val } })).json();
    return versionRef(project_id, { kind: "object", name: object_id, digest });
  };
  const newJob = async () => training.makeJob({ model_id: (await training.makeModel()).id });

  test("is set, replaced and removed in every status, and returned wherever the job is; its request does not change", async () => {
    const id = await newJob();
    const table = await makeTable("acme/a");
    const dataset = await publish("acme/a", "questions", { rows: `weave:///acme/a/table/${table}` });
    const before = await training.read(`${JOBS}/${id}`);
    expect(before).not.toHaveProperty("test_table_ref");
    const body = await (await training.get(`${JOBS}/${id}/body`)).text();
    const withTable = { ...before, test_table_ref: dataset };
    expect(await (await setTable(id, dataset)).json()).toEqual(withTable);
    expect(await training.read(`${JOBS}/${id}`)).toEqual(withTable);
    expect((await training.read(`${JOBS}?project_id=acme/a&limit=1`)).data).toEqual([withTable]);
    expect(await (await training.get(`${JOBS}/${id}/body`)).text()).toBe(body);
    await cancel(id);
    const unnamed = tableRef("acme/a", table);
    expect(await (await setTable(id, unnamed)).json()).toMatchObject({ status: "cancelled", test_table_ref: unnamed });
    expect(await (await setTable(id, null)).json()).not.toHaveProperty("test_table_ref");
    expect(await training.read(`${JOBS}/${id}`)).not.toHaveProperty("test_table_ref");
  });

  test("is for those who may train", async () => {
    const id = await newJob();
    const ref = tableRef("acme/a", await makeTable("acme/a"));
    const authorization = `Bearer ${await training.makeKey("acme/a", "viewer")}`;
    expect((await setTable(id, ref, { authorization })).status).toBe(403);
    expect(
      (await setTable(id, ref, { authorization: `Bearer ${await training.makeKey("zoo/b", "admin")}` })).status,
    ).toBe(404);
    expect(await training.read(`${JOBS}/${id}`)).not.toHaveProperty("test_table_ref");
  });

  test.each<[what: string, make: () => Promise<unknown>]>([
    ["no ref", async () => "questions"],
    ["a table that does not exist", async () => tableRef("acme/a", "none")],
    ["a table of another project", async () => tableRef("zoo/b", await makeTable("zoo/b"))],
    ["a row of a table", async () => tableRowRef("acme/a", { table: await makeTable("acme/a"), row: "r" })],
    ["a call", async () => callRef("acme/a", "c1")],
    ["a version that does not exist", async () => "core:///acme/a/object/questions:none"],
    ["an object that is not a dataset", () => publish("acme/a", "prompt", { content: "Hello" })],
    ["a dataset whose table does not exist", () => publish("acme/a", "lost", { rows: "core:///acme/a/table/none" })],
    [
      "a dataset of another project",
      async () => publish("zoo/b", "theirs", { rows: tableRef("zoo/b", await makeTable("zoo/b")) }),
    ],
  ])("%s is refused, and the job keeps its table", async (_what, make) => {
    const id = await newJob();
    const kept = tableRef("acme/a", await makeTable("acme/a"));
    await setTable(id, kept);
    const response = await setTable(id, await make());
    const { errors } = (await response.json()).error;
    expect([response.status, errors]).toEqual([422, [{ path: "test_table_ref", message: expect.any(String) }]]);
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({ test_table_ref: kept });
  });

  test("is not set for a job that is not there", async () => {
    expect((await setTable("0193a1b2-0000-7000-8000-00000000dead", null)).status).toBe(404);
    expect((await setTable("nothing", null)).status).toBe(422);
  });
});

test.each([
  ["0193a1b2-0000-7000-8000-00000000dead", 404],
  ["nothing", 422],
])("a job that is not there: %s", async (id, status) => {
  for (const path of [`/${id}`, `/${id}/events`, `/${id}/groups`, `/${id}/groups/0`, `/${id}/body`])
    expect([path, (await training.get(JOBS + path)).status]).toEqual([path, status]);
  expect((await cancel(id)).status).toBe(status);
});

describe("what runs jobs here", () => {
  const RUNNER = "/v1/preview/training-runner";
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };

  test("is returned, even if there is none", async () => {
    expect(await training.read(RUNNER)).toEqual({});
    const config = { type: "ray", address: "http://127.0.0.1:9", entrypoint: "x", concurrency: 2, silence_limit_s: 60 };
    const runner = runnerConfig.parse(config);
    const response = await service.app({ training: runner }).request(RUNNER, { headers });
    expect(await response.json()).toEqual({ runner: "ray", concurrency: 2, silence_limit_seconds: 60 });
  });

  test("a queued job then has no other reason to wait", async () => {
    const { id: model_id } = await training.makeModel();
    const id = await training.makeJob({ model_id });
    const runner = runnerConfig.parse({ type: "command", command: ["train"] });
    const response = await service.app({ training: runner }).request(`${JOBS}/${id}`, { headers });
    expect((await response.json()).waits_for).toBeUndefined();
  });
});

/** Ends all jobs except one, so that it is next. */
async function clearOthers(id: string): Promise<void> {
  for (const project of ["acme/a", "own/c", "zoo/b"])
    for (const one of ids(await training.read(`${JOBS}?project_id=${project}&status=queued`)))
      if (one !== id) await cancel(one);
}
