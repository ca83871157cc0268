import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { addressOf, type Endpoint } from "@/lib/contract/endpoint";
import { type EndpointName, endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";
import { MODEL_ID } from "@/lib/training/test-jobs";
import { weave } from "@/service/http/weave/dialect";
import { EXPECTED } from "./test-authorization";
import { mutate, pick, randomFrom } from "./test-mutations";
import { ADMIN_KEY, useService } from "./test-service";

/** `FUZZ_REQUESTS=100000 FUZZ_SEED=2 npx vitest run service/http/routes/fuzz.test.ts` tests more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 3_000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const AT_ONCE = 8;
const PATIENCE_MS = 20_000;
const MAY_GROW_BYTES = 64 * 2 ** 20;
const PREFIXES = ["", "", "", weave.prefix];
const HEADERS: Record<string, string>[] = [
  ...Array.from({ length: 12 }, () => ({})),
  { "content-type": "text/plain" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-type": "application/x-protobuf" },
  { "content-encoding": "gzip" },
  { "content-length": "-1" },
  { authorization: "Basic ====" },
  { authorization: `Bearer ${"x".repeat(9_000)}` },
  { "x-project": "../../etc" },
];

const service = useService();
const seeded = {
  project: "acme/fuzz",
  canary: "canary",
  callId: "c1",
  feedbackId: "0193a1b2-0000-7000-8000-000000000000",
  keyId: "k1",
  objectId: "o1",
  promptName: "p1",
  datasetName: "d1",
  tableDigest: "t1",
  fileDigest: "f1",
  modelId: MODEL_ID,
  disposableModelId: MODEL_ID,
  jobId: "0193a1b2-0000-7000-8000-00000000000b",
  alertId: "0193a1b2-0000-7000-8000-00000000000c",
  disposableAlertId: "0193a1b2-0000-7000-8000-00000000000d",
  experimentId: "0193a1b2-0000-7000-8000-00000000000e",
  scorerRef: "core:///acme/fuzz/object/s1:d1",
  scoringId: "0193a1b2-0000-7000-8000-00000000000f",
  disposableScoringId: "0193a1b2-0000-7000-8000-000000000010",
  personId: "0193a1b2-0000-7000-8000-000000000011",
  invitationId: "0193a1b2-0000-7000-8000-000000000012",
};

type Sent = { path: string; headers: Record<string, string>; body: string };

function requestFrom(random: () => number): Sent {
  const [name, endpoint] = pick(
    Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method === "POST"),
    random,
  );
  const body = EXPECTED[name as EndpointName].body?.(seeded.project, seeded) ?? {};
  const text = body instanceof FormData ? `--x\r\n${name}` : body instanceof Uint8Array ? "{}" : writeJson(body);
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${ADMIN_KEY}`,
    ...pick(HEADERS, random),
  };
  const path = addressOf(endpoint, body instanceof FormData ? {} : body);
  const prefix = pick(PREFIXES, random);
  return { path: (weave.has(endpoint) ? prefix : "") + path, headers, body: mutate(text, random) };
}

async function answer(app: ReturnType<typeof service.app>, { path, headers, body }: Sent): Promise<number | "hangs"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"hangs">((resolve) => {
    timer = setTimeout(() => resolve("hangs"), PATIENCE_MS);
  });
  const read = async () => {
    const response = await app.request(path, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.status;
  };
  const status = await Promise.race([read(), late]);
  clearTimeout(timer);
  return status;
}

function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

test(`${REQUESTS} requests that are almost valid: none fails the server, none hangs, none leaves anything in memory`, async () => {
  const app = service.app();
  const model = { id: MODEL_ID, project_id: seeded.project, base_model: "base", created_by: "admin" };
  await service.store.createTrainedModel(model);
  const random = randomFrom(SEED);
  const failed: unknown[] = [];
  const statuses = new Map<number | "hangs", number>();
  let halfway = 0;
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    if (halfway === 0 && sent >= REQUESTS / 2) halfway = heapBytes();
    service.log.length = 0;
    const requests = Array.from({ length: AT_ONCE }, () => requestFrom(random));
    const found = await Promise.all(requests.map((request) => answer(app, request)));
    for (const [place, status] of found.entries()) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === "hangs" || status >= 500)
        failed.push({ seed: SEED, status, request: requests[place], log: service.log.filter(({ error }) => error) });
    }
  }
  expect(failed.slice(0, 5)).toEqual([]);
  // Both accepted and rejected requests have occurred.
  for (const status of [200, 400, 401, 415, 422])
    expect([status, statuses.get(status)]).not.toEqual([status, undefined]);
  expect(heapBytes() - halfway).toBeLessThan(MAY_GROW_BYTES);
}, 600_000);
