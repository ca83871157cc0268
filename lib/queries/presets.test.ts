import { MutationObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { modelsList } from "./models";
import { presetDetail, presetsList, savePreset } from "./presets";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const VAL = '{"messages":[],"panes":[{"model":"m","parameters":{"seed":12345678901234567890}}]}';
const OBJECT = `{"project_id":"a/b","object_id":"p","created_at":"2026-11-20T08:00:00Z","digest":"d","version_index":0,"is_latest":1,"kind":"object","val":${VAL}}`;

function setUp() {
  const { client, asked } = testClient(({ path }) => {
    if (path === "/objs/query") return `{"objs":[${OBJECT}]}`;
    if (path === "/obj/read") return `{"obj":${OBJECT}}`;
    if (path === "/v1/models")
      return '{"object":"list","data":[{"id":"b","object":"model","created":0,"owned_by":"x","root":"b"},{"id":"a","object":"model","created":0,"owned_by":"x","root":"a"}]}';
    return '{"digest":"d","object_id":"p","version_index":1}';
  });
  return { client, asked, cache: createQueryClient() };
}

test("saved playgrounds are the objects of their class, without what they hold", async () => {
  const { client, asked, cache } = setUp();
  expect(await cache.fetchQuery(presetsList("a/b", client))).toMatchObject([{ object_id: "p" }]);
  expect(asked[0]?.body).toMatchObject({
    filter: { base_object_classes: ["PlaygroundPreset"], latest_only: true },
    metadata_only: true,
  });
});

test("reading a preset keeps every digit", async () => {
  const { client, cache } = setUp();
  expect((await cache.fetchQuery(presetDetail("a/b", "p", "latest", client))).val.text).toBe(VAL);
});

test("saving publishes an object of the class, and the list is reloaded", async () => {
  const { client, asked, cache } = setUp();
  const list = presetsList("a/b", client);
  await cache.fetchQuery(list);
  await new MutationObserver(cache, savePreset("a/b", client)).mutate({ name: "p", val: new JsonText(VAL) });
  expect(asked.at(-1)?.body).toMatchObject({
    obj: { project_id: "a/b", object_id: "p", builtin_object_class: "PlaygroundPreset" },
  });
  expect(cache.getQueryState(list.queryKey)?.isInvalidated).toBe(true);
});

test("models are listed by id", async () => {
  const { client, cache } = setUp();
  expect((await cache.fetchQuery(modelsList("a/b", client))).map(({ id }) => id)).toEqual(["a", "b"]);
});
