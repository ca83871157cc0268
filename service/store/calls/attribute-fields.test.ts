import { beforeAll, expect, test } from "vitest";
import { attributeField } from "@/lib/contract/attribute-field";
import { type Expression, literal } from "@/lib/contract/expression";
import { PROJECT, finished, json, listIds, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

const ATTRIBUTES: Record<string, string | undefined> = {
  span: '{"otel":{"attributes":{"acme.tier":"pro","acme.seats":12},"resource":{"service.name":"api"}}}',
  resource: '{"otel":{"attributes":{"acme.seats":3},"resource":{"acme.tier":"pro","service.name":"web"}}}',
  both: '{"otel":{"attributes":{"acme.tier":"free"},"resource":{"acme.tier":"pro"}}}',
  map: '{"otel":{"attributes":{"acme":{"tier":"pro"}}}}',
  flat: '{"acme.tier":"pro"}',
  nested: '{"acme":{"tier":"pro"},"tier":"gold"}',
  escaped: '{"acme.\\u0074ier":"pro"}',
  elsewhere: '{"otel":{"events":[{"attributes":{"acme.tier":"pro"}}]},"note":"acme.tier pro"}',
  null: '{"acme.tier":null}',
  none: undefined,
};

beforeAll(async () => {
  const calls = Object.entries(ATTRIBUTES).map(([id, attributes]) =>
    finished({ id, op_name: id, attributes: attributes === undefined ? undefined : json(attributes) }),
  );
  await opened().store.writeCalls(calls);
});

const field = (name: string): Expression => ({ $getField: attributeField(name) });
const TIERED = ["both", "escaped", "flat", "map", "nested", "resource", "span"];

test.each<[string, Expression, string[]]>([
  ["equal", { $eq: [field("acme.tier"), literal("pro")] }, TIERED.filter((id) => id !== "both")],
  ["the span's before the resource's", { $eq: [field("acme.tier"), literal("free")] }, ["both"]],
  ["present", { $convert: { input: field("acme.tier"), to: "exists" } }, TIERED],
  ["number", { $gt: [field("acme.seats"), literal(5)] }, ["span"]],
  ["pattern", { $like: { input: field("service.name"), pattern: "a%" } }, ["span"]],
  ["without a dot", { $eq: [field("tier"), literal("gold")] }, ["nested"]],
  ["hostile name", { $eq: [field("it's]\" $1 %"), literal(null)] }, Object.keys(ATTRIBUTES).toSorted()],
])("an attribute is found where each client puts it: %s", async (_, $expr, ids) => {
  const query = { project_id: PROJECT, query: { $expr } };
  expect((await listIds(opened().store, query)).toSorted()).toEqual(ids);
  const newest = { sort_by: [{ field: "started_at", direction: "desc" as const }], limit: 50 };
  expect((await listIds(opened().store, { ...query, ...newest })).toSorted()).toEqual(ids);
  const facets = await opened().store.countFacets({ ...query, fields: ["op_name"] });
  expect(facets[0]?.values.map(({ value }) => value).toSorted()).toEqual(ids);
});

test("a list is sorted by an attribute", async () => {
  const sort_by = [{ field: attributeField("acme.seats"), direction: "desc" as const }];
  expect((await listIds(opened().store, { sort_by })).slice(0, 2)).toEqual(["span", "resource"]);
});
