import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/contract/app-error";
import { servedName } from "@/lib/contract/trained-names";
import { JsonText } from "@/lib/json/text";
import type { Inference } from "@/service/inference/gateway";
import { fakeInference } from "./test-inference";
import { ADMIN_KEY, postOf, useService } from "./test-service";
import { useTraining } from "./test-training";

const service = useService();
const training = useTraining(service);
const MODELS = "/v1/preview/models";
const holder = { machine: "here", process: "1" };

/** A model server that has only these models. */
function serving(...served: string[]) {
  const sent: string[] = [];
  const inference: Inference = {
    ...fakeInference,
    complete: async (call) => {
      sent.push(call.text);
      if (!served.includes(call.request.model))
        throw new AppError("not_found", `there is no model ${call.request.model}`);
      return fakeInference.complete(call);
    },
  };
  return { inference, sent };
}

/** A model with checkpoints of these steps. */
async function trained(name: string, ...steps: number[]): Promise<string> {
  const { id } = await training.makeModel({ project_id: "acme/demo", name, base_model: "base/7b" });
  await training.makeJob({ model_id: id });
  const run = await service.store.takeRun(holder, "command", true);
  if (!run) throw new Error("nothing was taken");
  const checkpoints = steps.map((step) => ({
    id: randomUUID(),
    step,
    metrics: new JsonText("{}"),
    model: servedName("acme/demo", name, step),
  }));
  await service.store.writeRun(holder, run, {
    eventCount: 0,
    status: "succeeded",
    state: new JsonText("{}"),
    checkpoints,
  });
  await service.store.settleRun(holder, run);
  return id;
}

async function ask(model: string, served: string[], key = ADMIN_KEY, project?: string) {
  const { inference, sent } = serving(...served);
  const body = { messages: [{ role: "user", content: "Hi" }], model, seed: 1 };
  const headers = {
    authorization: `Bearer ${key}`,
    "x-loupe-record": "off",
    ...(project && { "client-project": project }),
  };
  const response = await service.app({ inference }).request("/v1/chat/completions", postOf(body, headers));
  return { status: response.status, models: sent.map((text) => JSON.parse(text).model), last: sent.at(-1) };
}

describe("a trained model by its name", () => {
  test.each<[asked: string, steps: number[], wanted: string]>([
    ["wandb-artifact:///acme/demo/NAME", [1, 3, 2], "acme/demo/NAME:step3"],
    ["wandb-artifact:///acme/demo/NAME:step1", [1, 2], "acme/demo/NAME:step1"],
    ["wandb-artifact:///acme/demo/NAME", [], "base/7b"],
    ["wandb-artifact:///acme/demo/NAME:step0", [], "base/7b"],
    ["NAME", [4], "acme/demo/NAME:step4"],
    ["NAME:step4", [4, 5], "acme/demo/NAME:step4"],
  ])("%s of %j is sent as %s", async (asked, steps, wanted) => {
    const name = `painter-${randomUUID()}`;
    await trained(name, ...steps);
    const [model, target] = [asked, wanted].map((text) => text.replace("NAME", name));
    const { status, models, last } = await ask(model ?? "", [target ?? ""], ADMIN_KEY, "acme/demo");
    expect([status, models.at(-1)]).toEqual([200, target]);
    // Everything else is sent as it came.
    expect(last).toContain('"messages":[{"role":"user","content":"Hi"}]');
    expect(last).toContain('"seed":1');
  });

  test("a model that a server has by that name comes first", async () => {
    await trained("twice", 1);
    expect(await ask("twice", ["twice"], ADMIN_KEY, "acme/demo")).toMatchObject({ status: 200, models: ["twice"] });
  });

  test("a step that there is not, and no model at all", async () => {
    await trained("short", 1);
    expect((await ask("wandb-artifact:///acme/demo/short:step9", [])).status).toBe(404);
    expect((await ask("wandb-artifact:///acme/demo/absent", [])).status).toBe(404);
  });

  test.each(["wandb-artifact:///acme/demo/secret", "acme/demo/secret:step1"])(
    "%s of a project of others is refused before anything is sent",
    async (model) => {
      const key = await training.makeKey("zoo/*", "admin");
      const { status, models } = await ask(model, ["acme/demo/secret:step1"], key, "zoo/b");
      expect([status, models]).toEqual([403, []]);
    },
  );
});

describe("deleting", () => {
  const remove = async (path: string, body?: object, key = ADMIN_KEY) =>
    service.app().request(`${MODELS}/${path}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });

  test("checkpoints says which there were, and the newest of the others is used", async () => {
    const id = await trained("pruned", 1, 2, 3);
    const response = await remove(`${id}/checkpoints`, { steps: [2, 3, 9] });
    expect([response.status, await response.json()]).toEqual([200, { deleted_count: 2, not_found_steps: [9] }]);
    const { data } = await training.read(`${MODELS}/${id}/checkpoints`);
    expect(data.map(({ step }: { step: number }) => step)).toEqual([1]);
    const wanted = "acme/demo/pruned:step1";
    expect((await ask("wandb-artifact:///acme/demo/pruned", [wanted])).models.at(-1)).toBe(wanted);
  });

  test("a model frees its name, and its jobs stay", async () => {
    const id = await trained("gone", 1);
    expect((await remove(id)).status).toBe(200);
    expect((await training.get(`${MODELS}/${id}/checkpoints`)).status).toBe(404);
    const { data } = await training.read(`/v1/preview/training-jobs?project_id=acme/demo&model_id=${id}`);
    expect(data).toMatchObject([{ model_name: "gone" }]);
    const again = await training.makeModel({ project_id: "acme/demo", name: "gone", base_model: "base/32b" });
    expect(again.id).not.toBe(id);
  });

  test("a model with a job that has not ended is a conflict", async () => {
    const { id } = await training.makeModel({ project_id: "acme/demo" });
    const job = await training.makeJob({ model_id: id });
    expect((await remove(id)).status).toBe(409);
    await service.app().request(`/v1/preview/training-jobs/${job}/cancel`, { ...postOf("", {}), body: null });
    expect((await remove(id)).status).toBe(200);
  });

  test("takes the role of a member on its project", async () => {
    const id = await trained("kept", 1);
    const key = await training.makeKey("acme/demo", "viewer");
    expect((await remove(`${id}/checkpoints`, { steps: [1] }, key)).status).toBe(403);
    expect((await remove(id, undefined, key)).status).toBe(403);
    expect((await remove(randomUUID())).status).toBe(404);
  });
});
