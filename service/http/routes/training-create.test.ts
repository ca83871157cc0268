import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { IDEMPOTENCY_HEADER } from "@/lib/contract/idempotency";
import { asJob, fullJob } from "@/lib/training/test-jobs";
import { Metrics } from "@/service/telemetry/metrics";
import { postOf, useService } from "./test-service";
import { inChunks, JOBS, largeJob, useTraining, watchParts } from "./test-training";

const service = useService();
const training = useTraining(service);
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
const MIB = 2 ** 20;

describe("a job is accepted", () => {
  test("with every field, stored as it was sent, and found by its ID", async () => {
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
      waits_for: expect.stringContaining("No training runner is set up"),
      experimental_config: { learning_rate: 5e-6, precalculate_logprobs: true, ppo: false },
      groups: 2,
      trajectories: 3,
      flat_groups: 1,
      body_bytes: Buffer.byteLength(text),
    });
  });

  test.each([
    ["compressed with gzip", (text: string) => gzipSync(text), { "content-encoding": "gzip" }],
    ["without a type", (text: string) => Buffer.from(text), { "content-type": undefined }],
    ["larger than one part", (text: string) => Buffer.from(text), {}],
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

  test("with model_id after groups that are larger than one part", async () => {
    const { id: model_id } = await training.makeModel();
    const { model_id: _first, ...rest } = JSON.parse(largeJob(model_id, 3));
    const text = JSON.stringify({ ...rest, model_id });
    const { store, counts } = watchParts(service);
    const sent = { ...postOf(""), body: inChunks(text), duplex: "half" };
    const { id } = await (await service.app({ store }).request(JOBS, sent)).json();
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({ project_id: "acme/a" });
    expect(await (await training.get(`${JOBS}/${id}/body`)).text()).toBe(text);
    expect([...counts.keys()]).toEqual(["local/default"]);
  });

  test("and little of it is in memory at once, and nothing when it has ended", async () => {
    const { id: modelId } = await training.makeModel();
    const metrics = new Metrics();
    const held = () => Number(/^loupe_bodies_held_bytes (\d+)$/m.exec(metrics.text())?.[1]);
    let most = 0;
    const body = inChunks(largeJob(modelId, 5), () => {
      most = Math.max(most, held());
    });
    const sent = { ...postOf(""), body, duplex: "half" };
    const response = await service.app({ metrics }).request(JOBS, sent);
    await response.arrayBuffer();
    expect([response.status, held()]).toEqual([200, 0]);
    expect(most).toBeGreaterThan(MIB);
    expect(most).toBeLessThan(1.5 * MIB);
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

  test("in the project of its model, whatever the key's default project", async () => {
    const { id: modelId } = await training.makeModel({ project_id: "acme/other" });
    const id = await training.makeJob({ model_id: modelId });
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({ project_id: "acme/other" });
  });
});

describe("an Idempotency-Key", () => {
  const withKey = (key: string) => ({ [IDEMPOTENCY_HEADER]: key });

  test("makes a repeated request return the same ID, also concurrently, and one with another body a conflict", async () => {
    const { id: model_id } = await training.makeModel();
    const text = largeJob(model_id, 2);
    const { store, counts } = watchParts(service);
    const send = async (body: unknown) => service.app({ store }).request(JOBS, postOf(body, withKey("k1")));
    const twice = await Promise.all([send(text), send(text)]);
    const [first, second] = await Promise.all(twice.map((response) => response.json()));
    const again = await send(text);
    expect([...twice, again].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([second, await again.json()]).toEqual([first, first]);
    const other = await send(asJob({ model_id }));
    expect([other.status, (await other.json()).error]).toMatchObject([
      409,
      { code: "conflict", message: "A training job with this Idempotency-Key already exists with a different body" },
    ]);
    expect((await training.read(`${JOBS}?project_id=acme/a&model_id=${model_id}`)).data).toHaveLength(1);
    expect(await (await training.get(`${JOBS}/${first.id}/body`)).text()).toBe(text);
    expect(counts.size).toBe(0);
  });

  test("applies per project: in another project it creates another job", async () => {
    const models = [await training.makeModel(), await training.makeModel({ project_id: "acme/b" })];
    const ids = await Promise.all(models.map(({ id }) => training.makeJob({ model_id: id }, withKey("k2"))));
    expect(new Set(ids).size).toBe(2);
  });

  test.each([
    ["empty", "", "must not be empty"],
    ["too long", "k".repeat(1025), "must have at most 1024 characters"],
  ])("that is %s is rejected", async (_what, key, message) => {
    const response = await training.send(asJob(), withKey(key));
    expect([response.status, (await response.json()).error.errors]).toEqual([
      422,
      [{ path: IDEMPOTENCY_HEADER, message }],
    ]);
  });
});

describe("with only the core endpoints", () => {
  test("an unknown model is created in the key's own project", async () => {
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

  test("an existing model keeps its project", async () => {
    const { id: model_id } = await training.makeModel();
    const response = await service.app({ coreOnly: true }).request(JOBS, postOf(asJob({ model_id })));
    const { id } = await response.json();
    expect(await training.read(`${JOBS}/${id}`)).toMatchObject({ project_id: "acme/a", base_model: "base/7b" });
  });
});
