import { v7 as uuidV7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AlertDefinition } from "@/lib/contract/alerts";
import { ALERT_EVENTS_KEPT } from "@/lib/contract/limits";
import { distributionFaults } from "@/service/store/testing/test-distribution";
import { recordStatements } from "@/service/store/testing/test-statements";
import { unique, useStore } from "@/service/store/testing/test-store";
import type { AlertKey, DueAlert, NewEvent } from "./alerts-store";

const opened = useStore();
const NOW = "2026-11-20T08:41:00.000000Z";
const at = (minute: number, second = 0) =>
  new Date(Date.UTC(2026, 10, 20, 8, minute, second)).toISOString().replace("Z", "000Z");
let recording: ReturnType<typeof recordStatements>;
beforeAll(() => {
  recording = recordStatements();
});
afterAll(() => recording.stop());

const definition: AlertDefinition = {
  name: "a \u0000 b",
  metric: { measure: "calls" },
  condition: { type: "threshold", comparison: "above", value: 1 },
  window_seconds: 300,
  delay_seconds: 60,
  consecutive: 1,
  notify_on: [],
};
const channel = (place: number) => ({
  id: uuidV7(),
  format: "json" as const,
  url: `http://127.0.0.1:9/${place}`,
  secret: "whsec_x",
});

async function create(project_id = unique("acme/alerts"), minute = 41) {
  const key = { project_id, id: uuidV7() };
  const channels = [channel(0), channel(1)];
  const schedule = { nextEnd: at(minute), dueAt: at(minute) };
  await opened().store.createAlert({ ...key, definition, channels, created_by: "ada", schedule }, NOW);
  return { ...key, channels };
}

function event(change: Partial<NewEvent> = {}): NewEvent {
  return { kind: "firing", windowStart: at(36), windowEnd: at(41), isMuted: false, deliveries: [], ...change };
}

const next = (minute: number) => ({
  nextEnd: at(minute),
  dueAt: at(minute),
  progress: { state: "firing" as const, breaches: 1, firedAt: at(41), isNotified: true },
  result: { value: 2 },
});

async function claim(key: AlertKey, now = NOW): Promise<DueAlert> {
  const claimed = await opened().store.claimAlert(key, now, "one");
  if (!claimed) throw new Error("another process has claimed it");
  return claimed;
}

describe("an alert that is due", () => {
  test("is found among those of all projects, one of each project first", async () => {
    const { store } = opened();
    const [first, second] = [unique("acme/due"), unique("acme/due")];
    const made = [await create(first, 10), await create(first, 11), await create(second, 12)];
    await create(second, 50);
    const found = (await store.dueAlerts(at(12), 100)).filter(({ project_id }) => [first, second].includes(project_id));
    expect(found.map(({ id }) => id)).toEqual([made[0]?.id, made[2]?.id, made[1]?.id]);
    for (const key of made) await store.deleteAlert(key);
  });

  test("is claimed by one process, and again when the claim has expired", async () => {
    const { store } = opened();
    const key = await create();
    const claims = await Promise.all(["one", "two", "three"].map((holder) => store.claimAlert(key, NOW, holder)));
    expect(claims.filter(Boolean)).toMatchObject([
      { definition: { ...definition, name: "a \uFFFD b" }, channels: key.channels, nextEnd: at(41), failures: 0 },
    ]);
    expect(await store.claimAlert(key, at(41, 59), "one")).toBeUndefined();
    expect(await store.claimAlert(key, at(42), "one")).toBeDefined();
  });

  test("is recorded once, however many have evaluated the window", async () => {
    const { store } = opened();
    const key = await create();
    const claimed = await claim(key);
    const deliveries = key.channels.map(({ id: channelId }) => ({ id: uuidV7(), channelId, body: "{}" }));
    const record = async () => store.recordEvaluation(claimed, { ...next(42), event: event({ deliveries }) }, NOW);
    const recorded = await Promise.all([record(), record(), record()]);
    expect(recorded.filter(Boolean)).toHaveLength(1);
    const events = await store.alertHistory(key);
    expect(events.map((one) => one.deliveries.length)).toEqual([2]);
    expect(await store.readAlert(key)).toMatchObject({
      state: "firing",
      state_since: at(41),
      evaluated_to: at(41),
      value: 2,
    });
  });

  test("is not recorded by a definition that has changed since, nor after it was deleted", async () => {
    const { store } = opened();
    const key = await create();
    const claimed = await claim(key);
    const schedule = { nextEnd: at(41), dueAt: at(41) };
    await store.updateAlert(key, ({ channels }) => ({ definition, channels, schedule }), NOW);
    expect(await store.recordEvaluation(claimed, { ...next(42), event: event() }, NOW)).toBe(false);
    const again = await claim(key);
    expect(await store.deleteAlert(key)).toBe(true);
    expect(await store.recordEvaluation(again, { ...next(42), event: event() }, NOW)).toBe(false);
    expect(await store.alertHistory(key)).toEqual([]);
  });

  test("that has ended its process twice is stopped with a note, until it is resumed", async () => {
    const { store } = opened();
    const key = await create();
    const claims = [
      await store.claimAlert(key, NOW, "first"),
      await store.claimAlert(key, at(43), "second", "not"),
      await store.claimAlert(key, at(43), "second"),
      await store.claimAlert(key, at(45), "third"),
      await store.claimAlert(key, at(47), "third"),
    ];
    expect(claims.map((claim) => claim?.isSuspect)).toEqual([false, undefined, true, undefined, undefined]);
    expect((await store.readAlert(key))?.stopped_for).toContain("The process that worked on it ended twice");
    const work = { ...key, kind: "alert" as const };
    expect([await store.takeOverWork(work, "bob"), await store.takeOverWork(work, "bob")]).toEqual([true, false]);
    expect(await store.readAlert(key)).toMatchObject({ created_by: "ada", stopped_for: undefined });
    expect((await store.claimAlert(key, at(59), "fourth"))?.isSuspect).toBe(false);
  });

  test("is claimed again and again by a process that has not ended", async () => {
    const { store } = opened();
    const key = await create();
    const claims = [NOW, at(43), at(45), at(47)].map((now) => async () => store.claimAlert(key, now, "one"));
    for (const claim of claims) expect((await claim())?.isSuspect).toBe(false);
  });

  test("and failed is due later", async () => {
    const { store } = opened();
    const key = await create();
    await store.delayAlert(await claim(key), at(43));
    expect(await store.claimAlert(key, at(42), "one")).toBeUndefined();
    expect(await claim(key, at(43))).toMatchObject({ failures: 1 });
  });
});

describe("a history", () => {
  test("has each state of a window once, and pages by time", async () => {
    const { store } = opened();
    const key = await create();
    for (const minute of [41, 42, 43])
      await store.recordTest(
        key,
        () => event({ kind: "test", windowEnd: at(minute), windowStart: at(minute - 5) }),
        NOW,
      );
    await store.recordTest(key, () => event({ kind: "test", windowEnd: at(42), windowStart: at(1) }), NOW);
    const page = await store.alertHistory({ ...key, limit: 2 });
    expect(page.map(({ window_end }) => window_end)).toEqual([at(43), at(42)]);
    expect(await store.alertHistory({ ...key, before: at(42) })).toMatchObject([{ window_end: at(41), muted: false }]);
  });

  test("keeps the newest events", async () => {
    const { store } = opened();
    const key = await create();
    for (let place = 0; place < ALERT_EVENTS_KEPT + 3; place += 1) {
      const deliveries = [{ id: uuidV7(), channelId: key.channels[0]?.id ?? "", body: "{}" }];
      await store.recordTest(key, () => event({ kind: "test", windowEnd: at(place), deliveries }), NOW);
    }
    const kept = await store.alertHistory({ ...key, limit: 2000 });
    expect([kept.length, kept.at(-1)?.window_end, kept.at(-1)?.deliveries.length]).toEqual([
      ALERT_EVENTS_KEPT,
      at(3),
      1,
    ]);
    await store.deleteAlert(key);
  });
});

describe("a notification", () => {
  async function enqueue(count = 1) {
    const key = await create();
    const deliveries = Array.from({ length: count }, () => ({
      id: uuidV7(),
      channelId: key.channels[0]?.id ?? "",
      body: '{"n":1}',
    }));
    for (const [place, delivery] of deliveries.entries())
      await opened().store.recordTest(
        key,
        () => event({ kind: "test", windowEnd: at(place), deliveries: [delivery] }),
        NOW,
      );
    return { ...key, deliveries };
  }

  test("is claimed by one process, with its channel; a later attempt wins over an earlier one", async () => {
    const { store } = opened();
    const { project_id, deliveries, channels } = await enqueue();
    const key = { project_id, id: deliveries[0]?.id ?? "" };
    const claims = await Promise.all([1, 2, 3].map(() => store.claimDelivery(key, NOW)));
    expect(claims.filter(Boolean)).toEqual([{ ...key, attempt: 1, body: '{"n":1}', channel: channels[0] }]);
    expect(await store.claimDelivery(key, at(42))).toMatchObject({ attempt: 2 });
    await store.settleDelivery({ ...key, attempt: 1 }, { isDelivered: false, at: at(42), error: "late" });
    expect(await store.claimDelivery(key, at(43))).toMatchObject({ attempt: 3 });
    await store.settleDelivery({ ...key, attempt: 3 }, { isDelivered: true, at: at(43), responseStatus: 200 });
    expect(await store.claimDelivery(key, at(50))).toBeUndefined();
  });

  test("is among few of its project", async () => {
    const { store } = opened();
    const { project_id, id } = await enqueue(4);
    const due = await store.dueDeliveries(NOW, { count: 1000, ofProject: 3 });
    expect(due.filter((one) => one.project_id === project_id)).toHaveLength(3);
    await store.deleteAlert({ project_id, id });
    const left = await store.dueDeliveries(NOW, { count: 1000, ofProject: 3 });
    expect(left.filter((one) => one.project_id === project_id)).toEqual([]);
  });
});

test("only the two looks for work are about all projects", () => {
  const tables = ["alerts", "alert_channels", "alert_events", "alert_deliveries"];
  const faults = [...recording.statements].flatMap((statement) => distributionFaults(statement, tables));
  expect(faults.toSorted()).toEqual([
    "alert_deliveries as t is not limited to a project",
    "alerts as t is not limited to a project",
  ]);
});
