import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "@/bench/session";
import { type System, startSystem } from "@/bench/system";
import { ensureBuilt } from "../../start/build.mjs";
import { report } from "../report";
import { minutesOf } from "./duration";

/** Just below half an hour, at which both processes cut an upload off. */
const MINUTES = minutesOf(29);
const MINUTE_MS = 60_000;
const MIB = 2 ** 20;
const PART_EVERY_MS = 500;
const PART_BYTES = 32 * 1024;
const SLACK_MS = 5 * MINUTE_MS;

let system: System;

beforeAll(async () => {
  await ensureBuilt("all");
  system = await startSystem();
}, 600_000);
afterAll(() => system.remove());

async function askService(place: string, body?: object) {
  const response = await fetch(`${system.serviceUrl}${place}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${system.key}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

const groupOf = (content: string) => ({
  trajectories: [{ messages_and_choices: [{ role: "user", content }], reward: 1 }],
});

test(
  "a training job that is uploaded slowly through the dashboard is stored",
  async () => {
    const cookie = await signIn(system);
    const model = { project_id: "local/default", name: "judge", base_model: "base/7b", return_existing: true };
    const { id: model_id } = await askService("/v1/preview/models", model);
    const upload = request(`${system.dashboardUrl}/api/service/v1/preview/training-jobs`, {
      method: "POST",
      headers: { cookie, origin: system.dashboardUrl, "content-type": "application/json" },
    });
    let failure: unknown;
    upload.on("error", (error) => (failure = error));
    const answered = once(upload, "response");
    const since = performance.now();
    const elapsedMinutes = () => (performance.now() - since) / MINUTE_MS;
    upload.write(`{"model_id": ${JSON.stringify(model_id)}, "trajectory_groups": [`);
    let bytes = 0;
    for (let part = 0; elapsedMinutes() < MINUTES && failure === undefined && !upload.destroyed; part += 1) {
      const written = `${part === 0 ? "" : ","}${JSON.stringify(groupOf(`part ${part} `.padEnd(PART_BYTES, "x")))}`;
      bytes += written.length;
      upload.write(written);
      await pause(PART_EVERY_MS);
    }
    expect([failure, elapsedMinutes().toFixed(1)]).toEqual([undefined, MINUTES.toFixed(1)]);
    upload.end("]}");
    const [response] = await answered;
    const body = await text(response);
    expect([response.statusCode, body]).toEqual([200, expect.stringContaining('"id"')]);
    const job = await askService(`/v1/preview/training-jobs/${JSON.parse(body).id}`);
    expect(job).toMatchObject({ status: "queued" });
    const seconds = Math.round((performance.now() - since) / 1_000);
    report(
      `upload through the dashboard`,
      `${(bytes / MIB).toFixed(0)} MiB in ${seconds} s: 200, and the job is queued`,
    );
  },
  MINUTES * MINUTE_MS + SLACK_MS,
);
