import type { IncomingHttpHeaders } from "node:http";
import { v7 as uuidV7 } from "uuid";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { minimalAlert } from "@/lib/contract/test-examples";
import { sealReceivers, sealedChannel } from "@/service/background/alerts/receiver";
import { signatureHeaders } from "@/service/background/alerts/signature";
import { Receiver } from "@/service/background/alerts/test-receiver";
import { TEST_SECRET, postOf, useService } from "@/service/http/routes/test-service";
import { Secrets } from "@/service/secrets/secrets";
import { useClient } from "@/service/store/testing/test-client";
import { unique } from "@/service/store/testing/test-store";
import { TestAlerts } from "./test-alerts";

const service = useService();
const client = useClient(() => service);
const MINUTE = 60_000;
let alerts: TestAlerts;
let receiver: Receiver;
let project_id = "";

beforeEach(async () => {
  alerts = new TestAlerts(() => service.store, "2026-11-20T08:41:00Z");
  receiver = await Receiver.start();
  project_id = unique("acme/receivers");
});
afterEach(async () => {
  await alerts.client.close();
  await receiver.close();
});

async function post(path: string, body: object) {
  const response = await service.app({ store: alerts.store }).request(path, postOf({ project_id, ...body }));
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

async function create(): Promise<{ id: string; secret: string }> {
  const channels = [{ format: "json", url: `${receiver.url}/hook` }];
  const { alert, secrets } = await post("/alerts/create", { ...minimalAlert, channels });
  return { id: alert.id, secret: secrets[0].secret };
}

/** The signature that a notification should have. */
function signedAs(secret: string, body: string, headers: IncomingHttpHeaders): string | undefined {
  const [id, timestamp] = [String(headers["webhook-id"]), Number(headers["webhook-timestamp"])];
  return signatureHeaders(secret, { id, timestamp, body })["webhook-signature"];
}

describe("the receiver of a channel", () => {
  const secrets = new Secrets({ current: TEST_SECRET });
  const inClear = async (secret: string) =>
    client().query("update alert_channels set url = $2, secret = $3, sealed_receiver = null where project_id = $1", [
      project_id,
      `${receiver.url}/hook`,
      secret,
    ]);

  test("that an earlier version has stored in clear is notified, sealed once, and then notified as before", async () => {
    const { id, secret } = await create();
    await inClear(secret);
    await post("/alerts/test", { id });
    await alerts.deliver();
    expect(await sealReceivers(service.store, new Secrets({}))).toBe(false);
    expect([await sealReceivers(service.store, secrets), await sealReceivers(service.store, secrets)]).toEqual([
      true,
      false,
    ]);
    const { rows } = await client().query("select url, secret from alert_channels where project_id = $1", [project_id]);
    expect(rows).toEqual([{ url: receiver.url, secret: null }]);
    alerts.time += MINUTE;
    await post("/alerts/test", { id });
    await alerts.deliver();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook", "/hook"]);
    for (const { body, headers } of receiver.received)
      expect(headers["webhook-signature"]).toBe(signedAs(secret, body, headers));
  });

  test("that cannot be decrypted is notified of nothing, and the history says why", async () => {
    const { id } = await create();
    const lost = sealedChannel(
      { id: uuidV7(), format: "json", url: receiver.url },
      new Secrets({ current: Buffer.alloc(32, 9) }),
      "url",
    );
    await client().query("update alert_channels set sealed_receiver = $2 where project_id = $1", [
      project_id,
      lost.sealedReceiver,
    ]);
    await post("/alerts/test", { id });
    await alerts.deliver();
    expect(receiver.received).toEqual([]);
    const { events } = await post("/alerts/history", { id });
    expect(events[0].deliveries).toMatchObject([{ status: "pending", error: expect.stringContaining("LOUPE_SECRET") }]);
  });
});
