import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { alertHistoryResponse } from "@/lib/contract/alerts";
import { minimalAlert } from "@/lib/contract/test-examples";
import { Receiver, answerWith } from "@/service/background/alerts/test-receiver";
import type { Role } from "../testing/started";
import { ensureBuilt } from "../start/build.mjs";
import { ServiceProcess, WAIT } from "./service-process";

vi.setConfig({ testTimeout: 240_000 });

const service = new ServiceProcess();
const project_id = "local/alerts";
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  await ensureBuilt("service");
}, 300_000);
afterAll(async () => {
  await service.remove();
  await receiver.close();
});

async function post(place: string, body: object) {
  const response = await service.ask(place, { project_id, ...body });
  expect(response.status).toBe(200);
  return response.json();
}

async function createAlert(place: string): Promise<string> {
  const channels = [{ format: "json", url: `${receiver.url}/${place}` }];
  const { alert } = await post("/alerts/create", { ...minimalAlert, delay_seconds: 0, channels });
  return alert.id;
}

const history = async (id: string) => alertHistoryResponse.parse(await post("/alerts/history", { id })).events;
const sentTo = (place: string) => receiver.received.filter(({ path }) => path === `/${place}`);
const ofType = (type: string) => (one: { body: string }) => JSON.parse(one.body).type === type;

test.each<[string, Role[]]>([
  ["the service", ["service"]],
  ["the service and its database", ["service", "postgres"]],
])(
  "%s killed while a notification is sent: it is sent again, as the same one, and nothing else is",
  async (name, victims) => {
    const place = `${name.length}`;
    receiver.answerWith(() => {});
    await service.start();
    const started_at = new Date(Date.now() - 2 * 60_000).toISOString();
    const call = { project_id, id: `call-${place}`, trace_id: place, op_name: "op", started_at, ended_at: started_at };
    const failed = { ...call, attributes: {}, inputs: {}, summary: {}, exception: "failed" };
    expect((await service.ask("/calls/complete", { batch: [failed] })).status).toBe(200);
    const id = await createAlert(place);
    await vi.waitFor(() => expect(sentTo(place)).toHaveLength(1), WAIT);
    service.kill(...victims);
    await service.exited();
    receiver.answerWith(answerWith(200));
    await service.start();
    await vi.waitFor(async () => {
      const [delivery] = (await history(id)).at(-1)?.deliveries ?? [];
      expect(delivery).toMatchObject({ status: "delivered", attempts: 2 });
    }, WAIT);
    const firing = sentTo(place).filter(ofType("alert.firing"));
    expect(firing.map(({ headers, body }) => [headers["webhook-id"], body])).toEqual([
      [firing[0]?.headers["webhook-id"], firing[0]?.body],
      [firing[0]?.headers["webhook-id"], firing[0]?.body],
    ]);
    expect(await service.stop()).toBe(0);
  },
);

test("the service killed between writing a notification and sending it: it is not lost", async () => {
  receiver.answerWith(answerWith(200));
  await service.start();
  const id = await createAlert("test");
  await post("/alerts/test", { id });
  service.kill("service");
  await service.exited();
  await service.start();
  await vi.waitFor(async () => {
    const event = (await history(id)).find(({ kind }) => kind === "test");
    expect(event?.deliveries).toMatchObject([{ status: "delivered" }]);
  }, WAIT);
  // Calls of the tests before may make the alert fire, too.
  const tests = sentTo("test").filter(ofType("alert.test"));
  expect(new Set(tests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(await service.stop()).toBe(0);
});
