import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/contract/app-error";
import { IDEMPOTENCY_HEADER } from "@/lib/contract/idempotency";
import { JSON_DEPTH, TRAINING_BYTES } from "@/lib/contract/limits";
import { asGroups, asJob, fullJob, minimalTrajectory, MODEL_ID } from "@/lib/training/test-jobs";
import { diskFull } from "@/service/store/database-error";
import type { Store } from "@/service/store/store";
import { postOf, useService } from "./test-service";
import { JOBS, useTraining } from "./test-training";

const service = useService();
const training = useTraining(service);
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
const MIB = 2 ** 20;

/** About so many mebibytes, in trajectories of 100 kB. */
function largeJob(model_id: string, mebibytes: number, more: object = {}): string {
  const long = { ...minimalTrajectory, logs: ["é".repeat(50_000)] };
  const trajectories = Array.from({ length: mebibytes * 10 }, () => long);
  return JSON.stringify({ ...asJob({ trajectory_groups: asGroups(trajectories), ...more }), model_id });
}

function wrongAtTheEnd(text: string): string {
  const last = text.lastIndexOf('"reward":1');
  return `${text.slice(0, last)}"reward":[]${text.slice(last + '"reward":1'.length)}`;
}

function inChunks(text: string): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += 64 * 1024)));
      else controller.close();
    },
  });
}

/** Parts that are kept of any body, under any project. */
function watchParts(): { store: Store; kept: Map<string, number> } {
  const kept = new Map<string, number>();
  const store: Store = {
    ...service.store,
    writeTrainingPart: async (part) => {
      await service.store.writeTrainingPart(part);
      kept.set(part.project_id, (kept.get(part.project_id) ?? 0) + 1);
    },
    removeTrainingParts: async (job) => {
      await service.store.removeTrainingParts(job);
      kept.delete(job.project_id);
    },
  };
  return { store, kept };
}

describe("a job is taken", () => {
  test("with every field, kept as it was sent, and known by its id", async () => {
    const model = await training.makeModel();
    const text = JSON.stringify({ ...fullJob, model_id: model.id }, undefined, 1).replace("0.000005", "5.00e-6");
    const response = await training.send(text);
    const { id, ...rest } = await response.json();
    expect([response.status, rest]).toEqual([200, {}]);
    expect(id).toMatch(V7);
    expect(await (await training.get(`${JOBS}/${id}/body`)).text()).toBe(text);
    const read = await (await training.get(`${JOBS}/${id}`)).text();
    expect(read).toContain('"learning_rate": 5.00e-6');
    expect(JSON.parse(read)).toEqual({
      id,
      project_id: "acme/a",
      model_id: model.id,
      model_name: model.name,
      base_model: "base/7b",
      status: "queued",
      created_at: expect.stringMatching(/Z$/),
      created_by: "admin",
      waits_for: "No training runner is configured: set LOUPE_TRAINING_RUNNER (docs/training.md)",
      experimental_config: { learning_rate: 5e-6, precalculate_logprobs: true, ppo: false },
      groups: 2,
      trajectories: 3,
      flat_groups: 1,
      body_bytes: Buffer.byteLength(text),
    });
  });

  test.each([
    ["in gzip", (text: string) => gzipSync(text), { "content-encoding": "gzip" }],
    ["without a type", (text: string) => Buffer.from(text), { "content-type": undefined }],
    ["larger than a part", (text: string) => Buffer.from(text), {}],
  ])("%s", async (_what, pack, headers) => {
    const { id: modelId } = await training.makeModel();
    const text = largeJob(modelId, 3);
    const response = await training.app().request(JOBS, { ...postOf("", headers), body: pack(text) });
    const { id } = await response.json();
    expect([response.status, await training.read(`${JOBS}/${id}`)]).toMatchObject([
      200,
      { body_bytes: Buffer.byteLength(text) },
    ]);
    expect(await (await training.get(`${JOBS}/${id}/body`)).text()).toBe(text);
    expect(await training.read(`${JOBS}/${id}/groups/0`)).toEqual({
      index: 0,
      group: JSON.parse(text).trajectory_groups[0],
    });
  });

  test("whose model is named behind its groups, larger than a part", async () => {
    const { id: model_id } = await training.makeModel();
    const { model_id: _first, ...rest } = JSON.parse(largeJob(model_id, 3));
    const text = JSON.stringify({ ...rest, model_id });
    const { store, kept } = watchParts();
    const sent = { ...postOf(""), body: inChunks(text), duplex: "half" };
    const { id } = await (await service.app({ store }).request(JOBS, sent)).json();
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({ project_id: "acme/a" });
    expect(await (await training.get(`${JOBS}/${id}/body`)).text()).toBe(text);
    expect([...kept.keys()]).toEqual(["local/default"]);
  });

  test("as W&B's client writes it", async () => {
    const { id: model_id } = await training.makeModel();
    const token = { token: "4", bytes: [52], logprob: -0.25, top_logprobs: [] };
    const empty = { refusal: null, annotations: null, audio: null, function_call: null, tool_calls: null };
    const trajectory = {
      messages_and_choices: [
        { role: "user", content: "2+2?" },
        {
          finish_reason: "stop",
          index: 0,
          logprobs: { content: [token], refusal: null },
          message: { content: "4", role: "assistant", ...empty },
        },
      ],
      tools: null,
      additional_histories: [],
      reward: 1.0,
      initial_policy_version: null,
      final_policy_version: null,
      metrics: { turns: 1, won: true, duration: 0.0001 },
      metadata: { call_refs: "core:///acme/a/call/of-art" },
      logs: ["hello"],
      start_time: "2026-11-20T17:30:15.178796",
    };
    const body = {
      model_id,
      trajectory_groups: [{ trajectories: [trajectory], exceptions: [], metadata: {}, metrics: {}, logs: [] }],
      experimental_config: { learning_rate: 5e-6, precalculate_logprobs: false, ppo: true, epsilon: null },
    };
    const response = await training.send(body);
    const { id } = await response.json();
    expect(response.status).toBe(200);
    const { data } = await training.read(`${JOBS}?project_id=acme/a&call_id=of-art`);
    expect(data).toMatchObject([{ id, groups: 1, trajectories: 1, flat_groups: 1 }]);
  });

  test("in the project of its model, whatever the key's own is", async () => {
    const { id: modelId } = await training.makeModel({ project_id: "acme/other" });
    const id = await training.makeJob({ model_id: modelId });
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({ project_id: "acme/other" });
  });
});

describe("a job is refused", () => {
  const bad = JSON.stringify(asJob()).replace('"reward":1', '"reward":"high"');
  const levels = (count: number) => `${"[".repeat(count)}${"]".repeat(count)}`;
  const spaces = Buffer.alloc(MIB, " ");
  const endless = (mebibytes: number) => Buffer.concat(Array.from({ length: mebibytes }, () => spaces));
  const OVER = `The body is larger than the limit of ${TRAINING_BYTES} bytes (256 MiB)`;

  test.each<[string, BodyInit, Record<string, string | undefined>, number, string]>([
    ["that is not JSON", "{", {}, 400, "Not valid JSON at character 1: expected a key in double quotes, found the end"],
    [
      "that is not JSON in a trajectory",
      bad.replace('"high"', "NaN"),
      {},
      400,
      "Not valid JSON at character 159: expected a value, found N",
    ],
    ["that is not UTF-8", Buffer.from([0x22, 0xff, 0x22]), {}, 400, "The body is not valid UTF-8"],
    ["with a key twice", '{"a":1,"a":2}', {}, 400, "The key a stands twice, the second time at character 7"],
    ["nested too deeply", `{"a":${levels(JSON_DEPTH)}}`, {}, 422, `JSON is nested deeper than ${JSON_DEPTH} levels`],
    [
      "of another type",
      "{}",
      { "content-type": "text/plain" },
      415,
      "The Content-Type must be application/json in UTF-8",
    ],
    ["in another packing", "{}", { "content-encoding": "br" }, 415, "The Content-Encoding must be gzip or identity"],
    [
      "in broken gzip",
      "{}",
      { "content-encoding": "gzip" },
      400,
      "The body is not valid gzip, which its Content-Encoding says it is",
    ],
    ["too large by its Content-Length", "{}", { "content-length": String(TRAINING_BYTES + 1) }, 413, OVER],
    [
      "too large when unpacked",
      gzipSync(Buffer.concat([Buffer.from(" ".repeat(10)), ...Array.from({ length: 257 }, () => spaces)])),
      { "content-encoding": "gzip" },
      413,
      "What is not in a trajectory is larger than the limit of 33554432 bytes (32 MiB)",
    ],
    [
      "with a trajectory that is too large",
      Buffer.concat([Buffer.from('{"trajectory_groups":[{"trajectories":["'), endless(33)]),
      {},
      413,
      "trajectory_groups[0].trajectories[0] is larger than the limit of 33554432 bytes (32 MiB)",
    ],
  ])("%s", async (_what, body, headers, status, message) => {
    const response = await training.app().request(JOBS, { ...postOf("", headers), body });
    expect([response.status, (await response.json()).error.message]).toEqual([status, message]);
  });

  test("every failing path is named, an unknown model too, in OpenAI's shape", async () => {
    const trajectories = [minimalTrajectory, { ...minimalTrajectory, reward: "high" }, { messages_and_choices: [] }];
    const groups = asGroups([minimalTrajectory], trajectories);
    const response = await training.send(
      asJob({ trajectory_groups: groups, experimental_config: { learning_rate: -1 } }),
    );
    const { error } = await response.json();
    expect(response.status).toBe(422);
    expect(error.errors).toEqual([
      { path: "trajectory_groups[1].trajectories[1].reward", message: "must be a number, found a string" },
      { path: "trajectory_groups[1].trajectories[2].messages_and_choices", message: "must not be empty" },
      { path: "trajectory_groups[1].trajectories[2].reward", message: "is required" },
      { path: "model_id", message: `there is no model ${MODEL_ID} that this key may train` },
      { path: "experimental_config.learning_rate", message: "must be greater than 0" },
    ]);
    expect(error).toMatchObject({
      type: "invalid_request_error",
      code: "invalid",
      param: "trajectory_groups[1].trajectories[1].reward",
    });
  });

  test("for a model that its key may not know of, as one that there is not; for one that it may only see, as that", async () => {
    const { id: model_id } = await training.makeModel({ project_id: "acme/a" });
    const statuses = await Promise.all(
      [
        ["zoo/b", "admin"],
        ["acme/a", "viewer"],
        ["acme/a", "member"],
      ].map(async ([pattern = "", role = ""]) => {
        // Who has the role on no project at all does not get as far as the model.
        const key = await service.post("/keys/create", {
          owner: "ada",
          roles: [
            { project_pattern: pattern, role },
            { project_pattern: "own/c", role: "member" },
          ],
        });
        const authorization = `Bearer ${(await key.json()).api_key}`;
        return (await training.send(asJob({ model_id }), { authorization })).status;
      }),
    );
    expect(statuses).toEqual([422, 403, 200]);
  });

  test.each([
    ["what is wrong", (modelId: string) => wrongAtTheEnd(largeJob(modelId, 3)), 422],
    ["what is no JSON", (modelId: string) => `${largeJob(modelId, 3)}}`, 400],
  ])("%s at the end of a large one leaves nothing behind", async (_what, bodyOf, status) => {
    const { id: modelId } = await training.makeModel();
    const { store, kept } = watchParts();
    expect((await service.app({ store }).request(JOBS, postOf(bodyOf(modelId)))).status).toBe(status);
    expect([...kept]).toEqual([]);
  });

  test("a large one for a model that there is not is never written", async () => {
    const writeTrainingPart = () => Promise.reject(new Error("written"));
    const app = service.app({ store: { ...service.store, writeTrainingPart } });
    const response = await app.request(JOBS, postOf(wrongAtTheEnd(largeJob(MODEL_ID, 3))));
    const paths = (await response.json()).error.errors.map(({ path }: { path: string }) => path);
    expect([response.status, paths]).toEqual([422, [expect.stringMatching(/reward$/), "model_id"]]);
  });

  test("one whose client leaves in the middle leaves nothing behind", async () => {
    const { id: modelId } = await training.makeModel();
    const { store, kept } = watchParts();
    const bytes = Buffer.from(largeJob(modelId, 3));
    let written = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (written >= 2 * MIB) controller.error(new Error("The connection broke"));
        else controller.enqueue(bytes.subarray(written, (written += MIB)));
      },
    });
    const sent = { ...postOf(""), body, duplex: "half" };
    const response = await service.app({ store }).request(JOBS, sent);
    expect(response.ok).toBe(false);
    expect([written >= 2 * MIB, ...kept]).toEqual([true]);
  });

  test("one that finds the disk full leaves nothing behind", async () => {
    const { id: modelId } = await training.makeModel();
    const { store, kept } = watchParts();
    const writeTrainingPart: Store["writeTrainingPart"] = async (part) => {
      if (part.part === 1) throw diskFull("the disk of the database is full");
      await store.writeTrainingPart(part);
    };
    const response = await service
      .app({ store: { ...store, writeTrainingPart } })
      .request(JOBS, postOf(largeJob(modelId, 3)));
    expect([response.status, kept.size]).toEqual([507, 0]);
  });

  test("what the database does not answer for stays, until it is swept up", async () => {
    const { id: modelId } = await training.makeModel();
    const { store, kept } = watchParts();
    const createTrainingJob = () => Promise.reject(new AppError("unavailable", "the database does not answer"));
    const response = await service
      .app({ store: { ...store, createTrainingJob } })
      .request(JOBS, postOf(largeJob(modelId, 3)));
    expect([response.status, kept.size]).toEqual([503, 1]);
    expect(await service.store.sweepTrainingParts()).toBe(0);
  });
});

describe("an Idempotency-Key", () => {
  const withKey = (key: string) => ({ [IDEMPOTENCY_HEADER]: key });

  test("makes a repeat answer the same id, also of two at once, and one with another body a conflict", async () => {
    const { id: model_id } = await training.makeModel();
    const text = largeJob(model_id, 2);
    const { store, kept } = watchParts();
    const send = async (body: unknown) => service.app({ store }).request(JOBS, postOf(body, withKey("k1")));
    const twice = await Promise.all([send(text), send(text)]);
    const [first, second] = await Promise.all(twice.map((response) => response.json()));
    const again = await send(text);
    expect([...twice, again].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([second, await again.json()]).toEqual([first, first]);
    const other = await send(asJob({ model_id }));
    expect([other.status, (await other.json()).error]).toMatchObject([
      409,
      { code: "conflict", message: "A training job with this Idempotency-Key exists and has another body" },
    ]);
    expect((await training.read(`${JOBS}?project_id=acme/a&model_id=${model_id}`)).data).toHaveLength(1);
    expect(await (await training.get(`${JOBS}/${first.id}/body`)).text()).toBe(text);
    expect(kept.size).toBe(0);
  });

  test("is the project's: in another it is another job", async () => {
    const models = [await training.makeModel(), await training.makeModel({ project_id: "acme/b" })];
    const ids = await Promise.all(models.map(({ id }) => training.makeJob({ model_id: id }, withKey("k2"))));
    expect(new Set(ids).size).toBe(2);
  });

  test.each([
    ["empty", "", "must not be empty"],
    ["too long", "k".repeat(1025), "must have at most 1024 characters"],
  ])("that is %s is refused", async (_what, key, message) => {
    const response = await training.send(asJob(), withKey(key));
    expect([response.status, (await response.json()).error.errors]).toEqual([
      422,
      [{ path: IDEMPOTENCY_HEADER, message }],
    ]);
  });
});

describe("with the interface's endpoints only", () => {
  test("a model that nobody made is one of the key's own project", async () => {
    const app = service.app({ coreOnly: true });
    const model_id = "0193a1b2-0000-7000-8000-0000000000cc";
    const { id } = await (await app.request(JOBS, postOf(asJob({ model_id })))).json();
    expect((await app.request(JOBS, postOf(asJob({ model_id })))).status).toBe(200);
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({
      project_id: "local/default",
      model_name: model_id,
      base_model: "unknown",
    });
  });

  test("one that was made keeps its project", async () => {
    const { id: model_id } = await training.makeModel();
    const response = await service.app({ coreOnly: true }).request(JOBS, postOf(asJob({ model_id })));
    const { id } = await response.json();
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({ project_id: "acme/a", base_model: "base/7b" });
  });
});
