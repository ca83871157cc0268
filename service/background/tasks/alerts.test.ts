import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "@/lib/contract/app-error";
import { alertHistoryResponse, alertWithSecrets } from "@/lib/contract/alerts";
import { ALERT_CATCH_UP_WINDOWS } from "@/lib/contract/limits";
import { minimalAlert } from "@/lib/contract/test-examples";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { MOST_ATTEMPTS } from "@/service/background/alerts/deliverer";
import { Receiver, answerWith } from "@/service/background/alerts/test-receiver";
import { postOf, useService } from "@/service/http/routes/test-service";
import { finished, unique } from "@/service/store/testing/test-store";
import { TestAlerts } from "./test-alerts";

const service = useService();
const MINUTE = 60_000;
let alerts: TestAlerts;
let receiver: Receiver;
let project_id = "";

beforeEach(async () => {
  alerts = new TestAlerts(() => service.store, "2026-11-20T08:41:00Z");
  receiver = await Receiver.start();
  project_id = unique("acme/alerts");
});
afterEach(async () => {
  for (const { id } of await service.store.listAlerts({ project_id }))
    await service.store.deleteAlert({ project_id, id });
  await alerts.client.close();
  await receiver.close();
});

async function post(path: string, body: object) {
  const response = await service.app({ store: alerts.store }).request(path, postOf({ project_id, ...body }));
  const text = await response.text();
  expect([path, response.status, text]).toEqual([path, 200, text]);
  return text;
}

async function create(change: object = {}) {
  const channels = [{ format: "json", url: `${receiver.url}/hook` }];
  const text = await post("/alerts/create", { ...minimalAlert, delay_seconds: 0, channels, ...change });
  const { alert, secrets } = alertWithSecrets.parse(parseJson(text, slicePlan(alertWithSecrets)));
  return { ...alert, secret: secrets[0]?.secret ?? "" };
}

async function history(id: string) {
  return alertHistoryResponse.parse(JSON.parse(await post("/alerts/history", { id }))).events;
}

const at = (time: string) => `2026-11-20T${time}.000000Z`;

/** Calls that start at a minute, of which some fail. */
async function write(minute: string, calls: number, failures: number): Promise<void> {
  await service.store.writeCalls(
    Array.from({ length: calls }, (_, place) =>
      finished({
        project_id,
        id: unique("call"),
        started_at: at(`${minute}:0${place}`),
        ended_at: at(`${minute}:30`),
        ...(place < failures && { exception: "failed" }),
      }),
    ),
  );
}

const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));

describe("an alert", () => {
  test("fires, is delivered with a signature, and recovers", async () => {
    const { id, secret } = await create();
    await write("08:37", 4, 1);
    await alerts.evaluate();
    await alerts.deliver();
    expect(bodies()).toMatchObject([
      {
        type: "alert.firing",
        timestamp: at("08:41:00"),
        data: { value: 0.25, window: { start: at("08:36:00"), end: at("08:41:00") }, alert: { id, project_id } },
      },
    ]);
    const [first] = receiver.received;
    const headers = Object.fromEntries(
      Object.entries(first?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(headers["webhook-timestamp"]).toBe(String(alerts.time / 1000));
    // The test's clock is not the one by which the receiver refuses old notifications.
    const verify = () => new Webhook(secret).verify(first?.body ?? "", headers);
    expect(verify).toThrow(alerts.time > Date.now() ? "Message timestamp too new" : "Message timestamp too old");
    alerts.time += MINUTE;
    await alerts.evaluate();
    alerts.time += MINUTE;
    await write("08:42", 9, 0);
    await alerts.evaluate();
    await alerts.deliver();
    expect(bodies()[1]).toMatchObject({ type: "alert.ok" });
    expect(await history(id)).toMatchObject([
      {
        kind: "ok",
        window_end: at("08:43:00"),
        deliveries: [{ status: "delivered", attempts: 1 }],
      },
      { kind: "firing", window_end: at("08:41:00"), value: 0.25, deliveries: [{ status: "delivered" }] },
    ]);
  });

  test("compares a window with the same one a week before", async () => {
    const { id } = await create({
      metric: { measure: "calls" },
      condition: { type: "change", comparison: "above", percent: 40 },
    });
    const calls = async (day: string, count: number) =>
      service.store.writeCalls(
        Array.from({ length: count }, (_, place) =>
          finished({ project_id, id: unique("call"), started_at: `${day}T08:37:0${place}.000000Z` }),
        ),
      );
    await calls("2026-11-20", 3);
    await alerts.evaluate();
    await calls("2026-11-13", 2);
    alerts.time += MINUTE;
    await alerts.evaluate();
    expect(await history(id)).toMatchObject([
      { kind: "firing", value: 3, baseline: 2 },
      { kind: "no_data", value: 3, baseline: 0, reason: "The value was 0 in the same window a week before" },
    ]);
  });

  test("that is muted sends nothing, and is notified afterwards if it still fires", async () => {
    const { id } = await create();
    await write("08:40", 1, 1);
    await post("/alerts/mute", { id, until: at("08:42:30") });
    for (const _minute of [41, 42]) {
      await alerts.evaluate();
      await alerts.deliver();
      alerts.time += MINUTE;
    }
    expect(bodies()).toEqual([]);
    await alerts.evaluate();
    await alerts.deliver();
    expect(bodies()).toMatchObject([{ type: "alert.firing", timestamp: at("08:43:00") }]);
    expect((await history(id)).map(({ kind, muted }) => [kind, muted])).toEqual([
      ["firing", false],
      ["firing", true],
    ]);
  });

  test("sends a test to each channel, in its format", async () => {
    const channels = ["json", "slack"].map((format) => ({ format, url: `${receiver.url}/${format}` }));
    const { id } = await create({ channels });
    await post("/alerts/test", { id });
    await alerts.deliver();
    const received = receiver.received.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    expect(received.map(({ path, headers }) => [path, headers["webhook-signature"] !== undefined])).toEqual([
      ["/json", true],
      ["/slack", false],
    ]);
    expect(received.map(({ body }) => Object.keys(JSON.parse(body)))).toEqual([
      ["type", "timestamp", "data"],
      ["text", "blocks"],
    ]);
    const [event] = await history(id);
    expect(event).toMatchObject({ kind: "test", deliveries: [{ status: "delivered" }, { status: "delivered" }] });
  });
});

describe("every window is evaluated once", () => {
  /** Evaluates with the given number of evaluators at once; the windows in the order in which they were read. */
  async function windowsOf(evaluators: number): Promise<string[]> {
    const ends: string[] = [];
    const recorded = Array.from({ length: evaluators }, () =>
      alerts.evaluator(async (query) => {
        ends.push(`${query.start.slice(11, 16)}-${query.end?.slice(11, 16)}`);
        return alerts.statistics(query);
      }),
    );
    await Promise.all(recorded.map((one) => one.evaluateDue(new AbortController().signal)));
    return ends;
  }

  test("in order, with its own data, after the service was not running", async () => {
    const { id } = await create();
    await alerts.evaluate();
    alerts.time += 12 * MINUTE;
    await write("08:43", 2, 2);
    await write("08:49", 2, 0);
    const ends = Array.from({ length: 12 }, (_, place) => 42 + place);
    const two = (minute: number) => String(minute).padStart(2, "0");
    expect(await windowsOf(1)).toEqual(ends.map((end) => `08:${two(end - 5)}-08:${two(end)}`));
    expect((await history(id)).map(({ kind, window_end }) => [kind, window_end])).toEqual([
      ["ok", at("08:50:00")],
      ["no_data", at("08:49:00")],
      ["firing", at("08:44:00")],
      ["no_data", at("08:41:00")],
    ]);
    expect(await windowsOf(1)).toEqual([]);
  });

  test("by one of several replicas, and each notification is sent once", async () => {
    await create();
    await write("08:40", 1, 1);
    alerts.time += 5 * MINUTE;
    const ends = await windowsOf(4);
    expect([ends.toSorted(), alerts.evaluated.length]).toEqual([[...new Set(ends)].toSorted(), 6]);
    await Promise.all([1, 2, 3, 4].map(() => alerts.deliver()));
    expect(bodies().map(({ type }) => type)).toEqual(["alert.firing"]);
  });

  test("but after a long outage the oldest are skipped, which the history says", async () => {
    const { id } = await create();
    await alerts.evaluate();
    alerts.time += (ALERT_CATCH_UP_WINDOWS + 30) * MINUTE;
    expect(await windowsOf(1)).toHaveLength(ALERT_CATCH_UP_WINDOWS);
    expect((await history(id)).map(({ kind, window_end, windows }) => [kind, window_end, windows])).toEqual([
      ["skipped", at("09:11:00"), 30],
      ["no_data", at("08:41:00"), undefined],
    ]);
  });

  test("again if the alert is changed meanwhile, by its new definition", async () => {
    const { id } = await create();
    await write("08:40", 3, 1);
    const once = new AbortController();
    const evaluator = alerts.evaluator(async (query) => {
      const before = await alerts.statistics(query);
      once.abort();
      await post("/alerts/update", { id, metric: { measure: "calls" }, condition: minimalAlert.condition });
      return before;
    });
    await evaluator.evaluateDue(once.signal);
    expect(await history(id)).toEqual([]);
    const [key] = await service.store.dueAlerts(alerts.now, 9);
    expect(key).toEqual({ project_id, id });
  });
});

describe("an evaluation that fails", () => {
  test("is repeated, and then counts as an error, which is notified", async () => {
    const { id } = await create();
    const failing = alerts.evaluator(() => Promise.reject(new AppError("unavailable", "The database is away")));
    let attempts = 0;
    for (; (await history(id)).length === 0; attempts += 1) {
      await failing.evaluateDue(new AbortController().signal);
      alerts.time += 10 * MINUTE;
      if (attempts > 9) throw new Error("it is repeated endlessly");
    }
    expect(attempts).toBe(4);
    expect((await history(id)).at(-1)).toMatchObject({ kind: "error", reason: "The database is away" });
    await alerts.deliver();
    expect(bodies()).toMatchObject([{ type: "alert.error" }]);
  });

  test("because of its definition is an error at once", async () => {
    const query = { $expr: { $gt: [{ $getField: "nothing" }, { $literal: 1 }] } };
    const { id } = await create({ metric: { measure: "calls", query } });
    await alerts.evaluate();
    expect(await history(id)).toMatchObject([{ kind: "error", reason: expect.stringContaining("nothing") }]);
  });
});

describe("a notification", () => {
  async function enqueued(): Promise<string> {
    const { id } = await create();
    await post("/alerts/test", { id });
    return id;
  }

  test("is sent again with the same id and body until the receiver accepts it", async () => {
    receiver.answerWith(answerWith(500));
    const id = await enqueued();
    await alerts.deliver();
    await alerts.deliver();
    expect((await history(id))[0]?.deliveries).toMatchObject([
      { status: "pending", attempts: 1, error: "Not delivered", next_attempt_at: at("08:41:05") },
    ]);
    alerts.time += MINUTE;
    await alerts.deliver();
    receiver.answerWith(answerWith(200));
    alerts.time += MINUTE;
    await alerts.deliver();
    expect(alerts.outcomes).toEqual(["retried", "retried", "delivered"]);
    const sent = receiver.received.map(({ headers, body }) => `${String(headers["webhook-id"])} ${body}`);
    expect([sent.length, new Set(sent).size]).toEqual([3, 1]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
  });

  test("is given up after many attempts, over hours", async () => {
    receiver.answerWith(answerWith(503));
    const id = await enqueued();
    const since = alerts.time;
    for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts += 1) {
      await alerts.deliver();
      const [delivery] = (await history(id))[0]?.deliveries ?? [];
      if (delivery?.next_attempt_at) alerts.time = Date.parse(delivery.next_attempt_at);
    }
    expect((await history(id))[0]?.deliveries).toMatchObject([
      { status: "failed", attempts: MOST_ATTEMPTS, error: "Not delivered" },
    ]);
    expect(Math.round((alerts.time - since) / (60 * MINUTE))).toBe(8);
    alerts.time += 24 * 60 * MINUTE;
    await alerts.deliver();
    expect(receiver.received).toHaveLength(MOST_ATTEMPTS);
  });

  test("is given up at once if the receiver is gone", async () => {
    const error = "The receiver responded with status 410";
    const post = vi.spyOn(alerts.client, "post").mockResolvedValue({ isDelivered: false, status: 410, error });
    onTestFinished(() => post.mockRestore());
    const id = await enqueued();
    await alerts.deliver();
    expect((await history(id))[0]?.deliveries).toMatchObject([{ status: "failed", attempts: 1, error }]);
  });

  test("is not lost if the process that sends it dies, nor sent by another before its claim has expired", async () => {
    const id = await enqueued();
    const claim = { count: 9, ofProject: 9 };
    const [key] = await service.store.dueDeliveries(alerts.now, claim);
    expect(await service.store.claimDelivery(key ?? { project_id, id }, alerts.now)).toMatchObject({ attempt: 1 });
    alerts.time += 29_000;
    await alerts.deliver();
    expect(receiver.received).toEqual([]);
    alerts.time += 2_000;
    await alerts.deliver();
    expect((await history(id))[0]?.deliveries).toMatchObject([{ status: "delivered", attempts: 2 }]);
  });

  test("is sent once by several replicas", async () => {
    const { id } = await create();
    for (let place = 0; place < 20; place += 1) {
      alerts.time += 1;
      await post("/alerts/test", { id });
    }
    await Promise.all([1, 2, 3].map(() => alerts.deliver()));
    while ((await service.store.dueDeliveries(alerts.now, { count: 1, ofProject: 1 })).length > 0)
      await alerts.deliver();
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
  });

  test("of a channel that was removed is given up", async () => {
    const id = await enqueued();
    await post("/alerts/update", { id, channels: [] });
    await alerts.deliver();
    expect((await history(id))[0]?.deliveries).toMatchObject([{ status: "failed", error: "The channel was removed" }]);
    expect(receiver.received).toEqual([]);
  });

  test("that no receiver accepts does not delay those of another project", async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    receiver.answerWith(async (response, { path }) => {
      if (path === "/slow") await ended;
      response.writeHead(200).end();
    });
    const { id } = await create({
      channels: Array.from({ length: 10 }, () => ({ format: "json", url: `${receiver.url}/slow` })),
    });
    await post("/alerts/test", { id });
    const [slow, other] = [project_id, unique("acme/alerts")];
    project_id = other;
    await post("/alerts/test", { id: (await create()).id });
    const stop = new AbortController();
    const deliverer = alerts.deliverer();
    const delivering = deliverer.deliverDue(stop.signal);
    try {
      const paths = () => receiver.received.map(({ path }) => path).toSorted();
      await expect.poll(paths).toEqual(["/hook", "/slow", "/slow"]);
    } finally {
      stop.abort();
      end();
      await delivering;
      await deliverer.finish();
      await service.store.deleteAlert({ project_id: slow, id });
    }
  });
});
