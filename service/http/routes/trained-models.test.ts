import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { fakeInference, FAKE_MODEL } from "./test-inference";
import { ADMIN_KEY, postOf, useService } from "./test-service";
import { useTraining } from "./test-training";

const service = useService();
const training = useTraining(service);
const MODELS = "/v1/preview/models";
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;

const create = async (fields: object, key = ADMIN_KEY) =>
  training.app().request(MODELS, postOf({ base_model: "base/7b", ...fields }, { authorization: `Bearer ${key}` }));

describe("a model to train", () => {
  test("is made with what clients ask for, and listed newest first, in pages", async () => {
    const response = await create({ project_id: "acme/list", name: "judge" });
    const made = await response.json();
    expect([response.status, made]).toEqual([
      200,
      {
        id: expect.stringMatching(V7),
        entity: "acme",
        project: "list",
        project_id: "acme/list",
        name: "judge",
        base_model: "base/7b",
        run_id: null,
        created_at: expect.stringMatching(/Z$/),
        created_by: "admin",
      },
    ]);
    const second = await (await create({ project_id: "acme/list", name: "critic" })).json();
    const list = async (query: string) => training.read(`${MODELS}?project_id=acme/list${query}`);
    expect(await list("")).toEqual({ data: [second, made], has_more: false });
    expect(await list("&limit=1")).toEqual({ data: [second], has_more: true });
    expect(await list(`&limit=1&after=${second.id}`)).toEqual({ data: [made], has_more: false });
  });

  test("without a name is called after its base, by the first number that is free", async () => {
    const name = async (base_model: string) =>
      (await (await create({ project_id: "acme/names", base_model })).json()).name;
    expect(await name("OpenPipe/Qwen3-14B")).toBe("Qwen3-14B-1");
    const atOnce = await Promise.all([name("OpenPipe/Qwen3-14B"), name("OpenPipe/Qwen3-14B"), name("Qwen3-14B")]);
    expect(new Set(atOnce)).toEqual(new Set(["Qwen3-14B-2", "Qwen3-14B-3", "Qwen3-14B-4"]));
    expect(await name("a/")).toBe("model-1");
    expect(await name("x".repeat(1024))).toBe(`${"x".repeat(100)}-1`);
  });

  test("of a name that there is: a conflict, or the one that there is; never one of another base", async () => {
    const at = { project_id: "acme/twice", name: "judge" };
    const made = await (await create(at)).json();
    const again = await create({ ...at, return_existing: true });
    expect([again.status, await again.json()]).toEqual([200, made]);
    const other = await create({ ...at, return_existing: true, base_model: "base/32b" });
    expect([(await create(at)).status, other.status]).toEqual([409, 409]);
    expect((await other.json()).error.message).toBe(
      "Model judge in project acme/twice already exists with base model base/7b; use that base model or another name",
    );
    const atOnce = await Promise.all(
      Array.from({ length: 4 }, async () => (await create({ ...at, name: "new", return_existing: true })).json()),
    );
    expect(new Set(atOnce.map(({ id }) => id)).size).toBe(1);
  });

  test.each([
    ["nothing", {}, "own/c"],
    ["its project", { project: "d" }, "own/d"],
    ["its project and entity", { entity: "own", project: "e" }, "own/e"],
    ["its project with the entity in it", { entity: null, project: "own/f" }, "own/f"],
    ["its entity", { entity: "own" }, "own/c"],
    ["project_id", { project_id: "own/g", entity: "acme", project: "z" }, "own/g"],
  ])("that names %s is in its own project or near", async (_what, fields, project_id) => {
    const made = await service.post("/keys/create", {
      owner: "ada",
      roles: [{ project_pattern: "own/*", role: "member" }],
      default_project: "own/c",
    });
    const response = await create(fields, (await made.json()).api_key);
    expect([response.status, (await response.json()).project_id]).toEqual([200, project_id]);
  });

  test.each([
    ["no base", { base_model: undefined }, 422],
    ["a name that is none", { name: "a\nb" }, 422],
    ["a name too long to be found by", { name: "中".repeat(400) }, 422],
    ["a project that is none", { project: "a/b/c" }, 422],
    ["a project of others", { project_id: "zoo/b" }, 403],
  ])("with %s is refused", async (_what, fields, status) => {
    const key = await training.makeKey("acme/a", "member");
    expect((await create(fields, key)).status).toBe(status);
  });
});

describe("checkpoints", () => {
  test("by step, of a step the latest first, in pages either way; and which of them can be called", async () => {
    const { id: model_id } = await training.makeModel();
    await training.makeJob({ model_id });
    const run = await service.store.takeRun({ machine: "here", process: "1" }, "command", true);
    if (!run) throw new Error("nothing was taken");
    const left = (step: number, model?: string) => ({
      id: randomUUID(),
      step,
      metrics: new JsonText(`{"reward":0.${step}0}`),
      model,
    });
    const [first, second, third] = [left(1), left(2, "judge-2"), left(3, FAKE_MODEL)];
    const checkpoints = [third, first, second];
    const write = { eventCount: 0, status: "running", state: new JsonText("{}"), checkpoints } as const;
    await service.store.writeRun({ machine: "here", process: "1" }, run, write);
    const read = async (query: string) => training.read(`${MODELS}/${model_id}/checkpoints?${query}`);
    const text = await (await training.get(`${MODELS}/${model_id}/checkpoints?order=desc&limit=1`)).text();
    expect(text).toContain('"metrics":{"reward":0.30}');
    const { data, has_more } = await read("");
    expect(has_more).toBe(false);
    expect(data.map(({ step, model, is_served }: Record<string, unknown>) => [step, model, is_served])).toEqual([
      [1, undefined, false],
      [2, "judge-2", false],
      [3, FAKE_MODEL, true],
    ]);
    expect(data[0]).toMatchObject({ job_id: run.id, created_at: expect.stringMatching(/Z$/) });
    const steps = async (query: string) => {
      const page = await read(query);
      return [...page.data.map(({ step }: { step: number }) => step), page.has_more];
    };
    expect(await steps("order=desc&limit=2")).toEqual([3, 2, true]);
    expect(await steps(`order=desc&limit=2&after=${data[1].id}`)).toEqual([1, false]);
    expect(await steps(`after=${data[0].id}`)).toEqual([2, 3, false]);
  });

  test("model servers are not asked if nothing depends on them", async () => {
    const { id: model_id } = await training.makeModel();
    const listModels = () => Promise.reject(new Error("asked"));
    const app = service.app({ inference: { ...fakeInference, listModels } });
    const response = await app.request(`${MODELS}/${model_id}/checkpoints`, {
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
    });
    expect(await response.json()).toEqual({ data: [], has_more: false });
  });

  test("of a model that there is not", async () => {
    expect((await training.get(`${MODELS}/${randomUUID()}/checkpoints`)).status).toBe(404);
  });
});
