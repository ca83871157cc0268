import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/contract/app-error";
import { JSON_DEPTH, TRAINING_BYTES } from "@/lib/contract/limits";
import { asGroups, asJob, minimalTrajectory, MODEL_ID } from "@/lib/training/test-jobs";
import { diskFull } from "@/service/store/connections/database-error";
import type { Store } from "@/service/store/store";
import { postOf, useService } from "./test-service";
import { JOBS, largeJob, useTraining, watchParts, wrongAtTheEnd } from "./test-training";

const service = useService();
const training = useTraining(service);
const MIB = 2 ** 20;

describe("a job is rejected", () => {
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
    ["with a key twice", '{"a":1,"a":2}', {}, 400, "Duplicate key a at character 7"],
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
      "The body is not valid gzip, though its Content-Encoding is gzip",
    ],
    ["too large by its Content-Length", "{}", { "content-length": String(TRAINING_BYTES + 1) }, 413, OVER],
    [
      "too large after decompression",
      gzipSync(Buffer.concat([Buffer.from(" ".repeat(10)), ...Array.from({ length: 257 }, () => spaces)])),
      { "content-encoding": "gzip" },
      413,
      "Content outside trajectories is larger than the limit of 33554432 bytes (32 MiB)",
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

  test("every invalid path is listed, including an unknown model, in OpenAI's format", async () => {
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
      { path: "model_id", message: `model ${MODEL_ID} does not exist, or you are not allowed to train it` },
      { path: "experimental_config.learning_rate", message: "must be greater than 0" },
    ]);
    expect(error).toMatchObject({
      type: "invalid_request_error",
      code: "invalid",
      param: "trajectory_groups[1].trajectories[1].reward",
    });
  });

  test("an inaccessible model is reported as unknown, a read-only one as forbidden", async () => {
    const { id: model_id } = await training.makeModel({ project_id: "acme/a" });
    const statuses = await Promise.all(
      [
        ["zoo/b", "admin"],
        ["acme/a", "viewer"],
        ["acme/a", "member"],
      ].map(async ([pattern = "", role = ""]) => {
        // A key with the role on no project is rejected before the model is checked.
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
    ["an invalid value", (modelId: string) => wrongAtTheEnd(largeJob(modelId, 3)), 422],
    ["malformed JSON", (modelId: string) => `${largeJob(modelId, 3)}}`, 400],
  ])("%s at the end of a large body leaves nothing behind", async (_what, bodyOf, status) => {
    const { id: modelId } = await training.makeModel();
    const { store, counts } = watchParts(service);
    expect((await service.app({ store }).request(JOBS, postOf(bodyOf(modelId)))).status).toBe(status);
    expect([...counts]).toEqual([]);
  });

  test("a large body for an unknown model is never written", async () => {
    const writeTrainingPart = () => Promise.reject(new Error("written"));
    const app = service.app({ store: { ...service.store, writeTrainingPart } });
    const response = await app.request(JOBS, postOf(wrongAtTheEnd(largeJob(MODEL_ID, 3))));
    const paths = (await response.json()).error.errors.map(({ path }: { path: string }) => path);
    expect([response.status, paths]).toEqual([422, [expect.stringMatching(/reward$/), "model_id"]]);
  });

  test("a body whose client disconnects leaves nothing behind", async () => {
    const { id: modelId } = await training.makeModel();
    const { store, counts } = watchParts(service);
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
    expect([written >= 2 * MIB, ...counts]).toEqual([true]);
  });

  test("a body that fails because the disk is full leaves nothing behind", async () => {
    const { id: modelId } = await training.makeModel();
    const { store, counts } = watchParts(service);
    const writeTrainingPart: Store["writeTrainingPart"] = async (part) => {
      if (part.part === 1) throw diskFull("the database's disk is full");
      await store.writeTrainingPart(part);
    };
    const response = await service
      .app({ store: { ...store, writeTrainingPart } })
      .request(JOBS, postOf(largeJob(modelId, 3)));
    expect([response.status, counts.size]).toEqual([507, 0]);
  });

  test("parts stay if the database is unavailable, and are removed later", async () => {
    const { id: modelId } = await training.makeModel();
    const { store, counts } = watchParts(service);
    const createTrainingJob = () => Promise.reject(new AppError("unavailable", "the database does not respond"));
    const response = await service
      .app({ store: { ...store, createTrainingJob } })
      .request(JOBS, postOf(largeJob(modelId, 3)));
    expect([response.status, counts.size]).toEqual([503, 1]);
    expect(await service.store.sweepTrainingParts()).toBe(0);
  });
});
