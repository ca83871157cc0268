import { describe, expect, test } from "vitest";
import { minimalAlert } from "@/lib/contract/test-examples";
import { useClient } from "@/service/store/testing/test-client";
import { postOf, useService } from "./test-service";

const service = useService();
const client = useClient(() => service);
const project_id = "acme/alerts";
const ID = "0193e0b0-0000-7000-8000-00000000abcd";

async function post(path: string, body: object) {
  const response = await service.post(`/alerts/${path}`, { project_id, ...body });
  return { status: response.status, body: await response.json() };
}

const TIME_MESSAGE = "must not compare started_at: an alert measures its own window";
const startedAfter = (time: string) => ({
  metric: {
    measure: "calls",
    query: { $expr: { $not: [{ $gt: [{ $getField: "started_at" }, { $literal: time }] }] } },
  },
});

async function create(change: object = {}) {
  const { status, body } = await post("create", { ...minimalAlert, ...change });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
}

describe("an alert", () => {
  test("is created with defaults, and listed by name without its secrets and URLs", async () => {
    const project = { project_id: "acme/listed" };
    const url = "https://hooks.slack.com:8443/services/T0/B0/planted-secret";
    const channels = [
      { format: "json", url: "http://127.0.0.1:9/hook?key=planted-secret" },
      { format: "slack", url },
    ];
    const { alert, secrets } = await create({ ...project, name: "b", channels });
    await create({ ...project, name: "a" });
    const [json, slack] = alert.channels;
    expect(alert).toEqual({
      ...project,
      id: expect.any(String),
      ...minimalAlert,
      name: "b",
      delay_seconds: 60,
      consecutive: 1,
      notify_on: ["recovery", "error"],
      channels: [
        { id: json.id, format: "json", origin: "http://127.0.0.1:9" },
        { id: slack.id, format: "slack", origin: "https://hooks.slack.com:8443" },
      ],
      created_by: "admin",
      created_at: expect.any(String),
      updated_at: alert.created_at,
    });
    expect(secrets).toEqual([{ channel_id: json.id, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) }]);
    const listed = await post("query", project);
    expect(listed.body.alerts.map(({ name }: { name: string }) => name)).toEqual(["a", "b"]);
    const texts = [listed.body, (await post("history", { ...project, id: alert.id })).body, service.log];
    const secret = secrets[0].secret.slice("whsec_".length);
    for (const text of texts.map((value) => JSON.stringify(value)))
      expect([text.includes("planted-secret"), text.includes(secret)]).toEqual([false, false]);
    const { rows } = await client().query("select row_to_json(c) as row from alert_channels c where project_id = $1", [
      project.project_id,
    ]);
    const stored = JSON.stringify(rows);
    expect([rows.length, stored.includes("planted-secret"), stored.includes(secret)]).toEqual([3, false, false]);
    expect((await post("query", { ...project, limit: 1, offset: 1 })).body.alerts).toMatchObject([{ name: "b" }]);
  });

  test("is changed field by field; channels are kept by id, and only new ones have a secret in the response", async () => {
    const { alert } = await create();
    const [kept] = alert.channels;
    const renamed = await post("update", { id: alert.id, name: "Renamed", window_seconds: 86_400 });
    expect(renamed.body).toMatchObject({
      alert: { ...alert, name: "Renamed", window_seconds: 86_400, updated_at: expect.any(String) },
      secrets: [],
    });
    const added = { format: "json", url: "https://example.com/hook" };
    const { body } = await post("update", { id: alert.id, channels: [added, { id: kept.id }] });
    expect(body.alert.channels).toEqual([
      { id: expect.any(String), format: "json", origin: "https://example.com" },
      kept,
    ]);
    expect(body.secrets).toEqual([{ channel_id: body.alert.channels[0].id, secret: expect.any(String) }]);
  });

  test("keeps the exact numbers of its filter", async () => {
    const literal = '{"$literal":12345678901234567890.10}';
    const query = `{"$expr":{"$eq":[{"$getField":"attributes.n"},${literal}]}}`;
    const body = JSON.stringify({ project_id: "acme/exact", ...minimalAlert }).replace(
      '"measure":"error_rate"',
      `"measure":"error_rate","query":${query}`,
    );
    expect(await (await service.post("/alerts/create", body)).text()).toContain(literal);
    expect(await (await service.post("/alerts/query", { project_id: "acme/exact" })).text()).toContain(literal);
  });

  test("is muted until a time, and no longer", async () => {
    const { alert } = await create();
    const until = "2026-11-20T09:00:00.000000Z";
    const muted = await post("mute", { id: alert.id, until: "2026-11-20T09:00:00Z" });
    expect(muted.body.alert).toMatchObject({ id: alert.id, muted_until: until });
    expect((await post("mute", { id: alert.id, until: null })).body.alert.muted_until).toBeUndefined();
  });

  test("is deleted with its history, once", async () => {
    const { alert } = await create();
    await post("test", { id: alert.id });
    expect((await post("history", { id: alert.id })).body.events).toMatchObject([{ kind: "test" }]);
    expect((await post("delete", { id: alert.id })).body).toEqual({ deleted: true });
    expect((await post("delete", { id: alert.id })).body).toEqual({ deleted: false });
    expect((await post("history", { id: alert.id })).status).toBe(404);
  });

  test.each(["update", "history", "mute", "test"])("that does not exist: %s", async (path) => {
    const { status, body } = await post(path, { id: ID, ...(path === "mute" && { until: null }) });
    expect([status, body.message]).toEqual([404, `There is no alert ${ID} in project ${project_id}`]);
  });
});

describe("an alert is refused", () => {
  const channel = (url: string, format = "json") => ({ channels: [{ format, url }] });
  test.each<[object, string, string | undefined]>([
    [{ name: "" }, "name", "must not be empty"],
    [{ metric: { measure: "speed" } }, "metric.measure", undefined],
    [{ metric: { measure: "calls", group_by: ["model"] } }, "metric.group_by", "is not a known field"],
    [startedAfter("2026-11-20T08:00:00Z"), "metric.query.$expr", TIME_MESSAGE],
    [{ condition: { type: "threshold", comparison: "above" } }, "condition.value", "is required"],
    [{ condition: { type: "forecast" } }, "condition.type", undefined],
    [{ window_seconds: 299 }, "window_seconds", undefined],
    [{ window_seconds: 330 }, "window_seconds", "must be a whole number of minutes"],
    [{ window_seconds: 604_860 }, "window_seconds", "must be at most 604800"],
    [{ consecutive: 0 }, "consecutive", "must be at least 1"],
    [{ delay_seconds: 3601 }, "delay_seconds", "must be at most 3600"],
    [{ notify_on: ["firing"] }, "notify_on[0]", undefined],
    [channel("ftp://example.com/"), "channels[0].url", "must be an http or https URL without user name and password"],
    [channel("https://u:p@example.com/"), "channels[0].url", undefined],
    [channel("example.com"), "channels[0].url", undefined],
    [channel(`https://example.com/${"x".repeat(2048)}`), "channels[0].url", "must have at most 2048 characters"],
    [channel("http://169.254.169.254/"), "channels[0].url", "has an address that notifications are not sent to"],
    [channel("http://2852039166/"), "channels[0].url", "has an address that notifications are not sent to"],
    [channel("http://[::ffff:169.254.169.254]/"), "channels[0].url", undefined],
    [channel("https://example.com/", "xml"), "channels[0].format", undefined],
    [
      { channels: Array.from({ length: 11 }, () => minimalAlert.channels[0]) },
      "channels",
      "must have at most 10 items",
    ],
    [{ chanels: [] }, "chanels", "is not a known field"],
  ])("%j", async (wrong, path, message = expect.any(String)) => {
    const { status, body } = await post("create", { ...minimalAlert, ...wrong });
    expect([status, body.errors]).toEqual([422, expect.arrayContaining([{ path, message }])]);
  });

  test("with a condition on the start of calls, in a change", async () => {
    const { alert } = await create();
    const { status, body } = await post("update", { id: alert.id, ...startedAfter("2026-11-20T08:00:00Z") });
    expect([status, body.errors]).toEqual([422, [{ path: "metric.query.$expr", message: TIME_MESSAGE }]]);
  });

  test.each([
    [{ id: ID }, "channels[0].id", "is not a channel of this alert"],
    [{ id: ID, format: "json" }, "channels[0]", "must have either id, or format and url"],
    [{ url: "https://example.com/" }, "channels[0]", "must have either id, or format and url"],
  ])("with the channel %j in a change", async (wrong, path, message) => {
    const { alert } = await create();
    const { status, body } = await post("update", { id: alert.id, channels: [wrong] });
    expect([status, body.errors]).toEqual([422, [{ path, message }]]);
  });

  test("beyond the most that a project may have", async () => {
    const project = { project_id: "acme/many-alerts" };
    for (let count = 0; count < 200; count += 1) await create({ ...project, channels: [] });
    expect((await post("create", { ...project, ...minimalAlert })).body).toMatchObject({
      code: "invalid",
      message: "A project can have at most 200 alerts",
    });
    expect((await post("query", project)).body.alerts).toHaveLength(200);
  });

  test("with an address of this machine, where only public ones are allowed", async () => {
    const app = service.app({ webhooks: { publicOnly: true } });
    const response = await app.request("/alerts/create", postOf({ project_id, ...minimalAlert }));
    expect((await response.json()).errors).toMatchObject([{ path: "channels[0].url" }]);
  });
});
