import { expect, it } from "vitest";
import { parseJson } from "@/lib/json/slice";
import { createQueryClient } from "./query-client";
import { savedViews, viewBody } from "./saved-views";
import { testClient } from "./test-client";

const PROJECT = "acme/bot";
const objectOf = (object_id: string, val: string) =>
  `{"project_id":"${PROJECT}","object_id":"${object_id}","created_at":"2026-01-01T00:00:00Z","digest":"d","version_index":0,"is_latest":1,"kind":"object","val":${val}}`;

it("lists the views of calls by name, and skips invalid ones", async () => {
  const { obj } = viewBody(PROJECT, { id: "v1", label: "Zebra", search: "q=status%3Aerror" });
  const objs = [
    objectOf("v1", obj.val.text),
    objectOf("v2", '{"label":"Apple","view_type":"calls","definition":{"search":""}}'),
    objectOf("v3", '{"label":"Else","view_type":"evaluations","definition":{}}'),
    objectOf("v4", "[]"),
  ];
  const { client, asked } = testClient(() => `{"objs":[${objs.join(",")}]}`);
  expect(await createQueryClient().fetchQuery(savedViews(PROJECT, client))).toEqual([
    { id: "v2", label: "Apple", search: "" },
    { id: "v1", label: "Zebra", search: "q=status%3Aerror" },
  ]);
  expect(asked[0]?.body).toEqual({
    project_id: PROJECT,
    filter: { base_object_classes: ["SavedView"], latest_only: true },
  });
  expect(parseJson(obj.val.text)).toMatchObject({ label: "Zebra", view_type: "calls" });
});
