import { MutationObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { changeDashboard, ChangedMeanwhile, createDashboard, dashboardDetail, dashboardsList } from "./dashboards";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const PROJECT = "acme/bot";
const objectOf = (object_id: string, val: string, digest = "d1") =>
  `{"project_id":"${PROJECT}","object_id":"${object_id}","created_at":"2026-01-01T00:00:00Z","digest":"${digest}","version_index":0,"is_latest":1,"kind":"object","base_object_class":"Dashboard","ext_user_id":"Ada","val":${val}}`;
const value = { name: "Cost", charts: [] };

test("dashboards are listed by name, those that cannot be read last with the reason", async () => {
  const objs = [
    objectOf("broken", '{"name":"Aaa"}'),
    objectOf("z", '{"name":"Zebra","charts":[]}'),
    objectOf("a", '{"name":"Ant","charts":[]}'),
  ];
  const { client } = testClient(() => `{"objs":[${objs.join(",")}]}`);
  expect(await createQueryClient().fetchQuery(dashboardsList(PROJECT, client))).toMatchObject([
    { id: "a", value: { name: "Ant" }, by: "Ada" },
    { id: "z", value: { name: "Zebra" } },
    { id: "broken", value: undefined, problem: expect.stringContaining("charts") },
  ]);
});

test("an object of another class is no dashboard, and a missing one is null", async () => {
  const other = objectOf("a", '{"name":"Ant","charts":[]}').replace('"Dashboard"', '"Dataset"');
  const shown = testClient(() => `{"obj":${other}}`).client;
  expect(await createQueryClient().fetchQuery(dashboardDetail(PROJECT, "a", shown))).toMatchObject({
    value: undefined,
    problem: "its class is not Dashboard",
  });
});

test("a new dashboard never takes the name of another object", async () => {
  const { client, asked } = testClient(() => '{"digest":"d","object_id":"o","version_index":0}');
  const create = new MutationObserver(createQueryClient(), createDashboard(PROJECT, client));
  const [one, other] = [await create.mutate(value), await create.mutate({ ...value, name: "费用" })];
  expect(one).toMatch(/^cost-[0-9a-f]{8}$/);
  expect(other).toMatch(/^dashboard-[0-9a-f]{8}$/);
  expect(asked[0]?.body).toMatchObject({ obj: { object_id: one, builtin_object_class: "Dashboard" } });
});

function setUp(latest: string) {
  const { client, asked } = testClient(({ path }) =>
    path === "/obj/read"
      ? `{"obj":${objectOf("a", '{"name":"Ant","charts":[]}', latest)}}`
      : '{"digest":"d3","object_id":"a","version_index":2}',
  );
  const dates = { createdAt: "2026-01-01T00:00:00Z", by: undefined };
  const before = { id: "a", digest: "d1", ...dates, value, problem: undefined };
  const change = new MutationObserver(createQueryClient(), changeDashboard(PROJECT, client));
  return { asked, save: () => change.mutate({ before, value: { ...value, name: "Costs" } }) };
}

test("a change of the latest version is saved", async () => {
  const { asked, save } = setUp("d1");
  expect(await save()).toMatchObject({ digest: "d3", value: { name: "Costs" } });
  expect(asked.map(({ path }) => path)).toContain("/obj/create");
});

test("a change of an older version is not saved", async () => {
  const { asked, save } = setUp("d2");
  await expect(save()).rejects.toThrow(ChangedMeanwhile);
  expect(asked.map(({ path }) => path)).not.toContain("/obj/create");
});
