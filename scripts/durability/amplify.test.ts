import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { allProcessesOf } from "@/scripts/testing/started";
import { type Amplified, amplifiedRequests, isWrong, knownAmplifiers, seedAmplifiers, sendAmplified } from "./amplify";
import { ServiceProcess } from "./service-process";

/** `AMPLIFY_REQUESTS=5000 AMPLIFY_SEED=2` tests more; `npm run faults -- amplify` measures what others notice. */
const REQUESTS = Number(process.env.AMPLIFY_REQUESTS ?? 150);
const SEED = Number(process.env.AMPLIFY_SEED ?? 1);
const service = new ServiceProcess();
const pidsOf = () => new Map(allProcessesOf(service.data).map(([role, pid]) => [pid, role]));

beforeAll(async () => {
  await ensureBuilt("service");
  await service.start();
}, 300_000);
afterAll(() => service.remove());

test(`what amplified before, and ${REQUESTS} amplifying requests of every role to every endpoint: all are answered, and no process ends`, async () => {
  const keys = await seedAmplifiers(service);
  const before = pidsOf();
  const wrong: (Omit<Amplified, "body"> & { status: number | string })[] = [];
  for (const request of [...knownAmplifiers(), ...amplifiedRequests(REQUESTS, SEED)]) {
    const status = await sendAmplified(service, keys[request.role], request);
    const { body: _body, ...rest } = request;
    if (isWrong(status)) wrong.push({ ...rest, status });
  }
  expect(wrong).toEqual([]);
  expect(service.unexpectedErrors).toEqual([]);
  expect(service.output).not.toContain("is being restarted");
  expect(pidsOf()).toEqual(before);
});
