import { pino } from "pino";
import { expect, test } from "vitest";
import { FailedAttempts } from "@/lib/network/failed-attempts";
import { asStart, minimalStart } from "@/lib/contract/test-examples";
import type { Identity } from "@/service/people/keys/identity";
import { Recorder } from "@/service/inference/recorder";
import { Secrets } from "@/service/secrets/secrets";
import { Metrics } from "@/service/telemetry/metrics";
import { writeBatch } from "./call-batch";
import { fakeInference } from "./test-inference";
import { ADMIN_KEY, NOW, useService } from "./test-service";

const service = useService();
const identity: Identity = {
  keyId: "k1",
  owner: "ada",
  defaultProject: "acme/mine",
  roles: [
    { project_pattern: "acme/mine", role: "member" },
    { project_pattern: "*", role: "viewer" },
  ],
};

test("an item for a project that the key may not write is rejected, stored in the key's own project, and changes nothing in the other", async () => {
  const deps = {
    store: service.store,
    logger: pino({ enabled: false }),
    clock: () => NOW,
    adminKey: ADMIN_KEY,
    secrets: new Secrets({}),
    addedServers: { publicOnly: false },
    allowedHosts: [],
    inference: fakeInference,
    recorder: new Recorder({ store: service.store, logger: pino({ enabled: false }), count: () => {} }),
    metrics: new Metrics(),
    diskIsFull: () => false,
    attempts: new FailedAttempts(),
    trustedProxies: [],
    webhooks: { publicOnly: false },
    isStopping: () => false,
    coreOnly: false,
    version: "0.0.0-test",
  };
  const item = (project_id: string, fields: object) => ({
    mode: "start",
    req: { start: { ...minimalStart, project_id, id: "c1", ...fields } },
  });
  const forbidden = item("acme/theirs", {});
  const broken = { mode: "start", req: asStart({ project_id: "acme/theirs", op_name: 7 }) };
  const { res, refused } = await writeBatch(deps, [forbidden, item("acme/mine", {}), broken], identity);
  expect(refused).toBe(2);
  expect(res.map(({ error }) => error?.code)).toEqual(["forbidden", undefined, "invalid"]);
  const sizes = { storageSize: false, totalStorageSize: false };
  expect(await service.store.readCall("acme/theirs", "c1", sizes)).toBeUndefined();
  expect(await service.store.readCall("acme/mine", "c1", sizes)).toMatchObject({ id: "c1", ext_user_id: "ada" });
  expect(await service.store.queryRefusals("acme/theirs", 10)).toEqual({ count: 0, refusals: [] });
  expect(await service.store.queryRefusals("acme/mine", 10)).toMatchObject({
    count: 2,
    refusals: expect.arrayContaining([expect.objectContaining({ source: "call", call_id: "c1" })]),
  });
});
