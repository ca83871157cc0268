import { expect, it } from "vitest";
import { pinnedBaselines } from "./baselines";
import { baselineBody, pinBaseline } from "./pin-baseline";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const PROJECT = "acme/bot";
const objectOf = (object_id: string, val: string) =>
  `{"project_id":"${PROJECT}","object_id":"${object_id}","created_at":"2026-01-01T00:00:00Z","digest":"d","version_index":0,"is_latest":1,"kind":"object","val":${val}}`;

it("reads the pinned experiment of each evaluation, and skips those without one", async () => {
  const { obj } = baselineBody(PROJECT, { evaluation: "e1", experiment: "a" });
  const none = baselineBody(PROJECT, { evaluation: "e2", experiment: null });
  const objs = [objectOf("b1", obj.val.text), objectOf("b2", none.obj.val.text), objectOf("b3", "[]")];
  const { client, asked } = testClient(() => `{"objs":[${objs.join(",")}]}`);
  expect(await createQueryClient().fetchQuery(pinnedBaselines(PROJECT, client))).toEqual(new Map([["e1", "a"]]));
  expect(asked[0]?.body).toEqual({
    project_id: PROJECT,
    filter: { base_object_classes: ["PinnedBaseline"], latest_only: true },
  });
});

it("is one object for each evaluation, whatever is pinned", async () => {
  const { client, asked } = testClient(() => '{"digest":"d","object_id":"b","version_index":0}');
  const cache = createQueryClient();
  const pin = cache.getMutationCache().build(cache, pinBaseline(PROJECT, client));
  await pin.execute({ evaluation: "e1", experiment: "a" });
  expect(asked[0]?.path).toContain("/obj/create");
  const name = (evaluation: string, experiment: string | null) =>
    baselineBody(PROJECT, { evaluation, experiment }).obj.object_id;
  expect(name("e1", "a")).toBe(name("e1", null));
  expect(name("e1", "a")).not.toBe(name("e2", "a"));
  expect(name("e1", "a")).toMatch(/^baseline-[\da-f]{32}$/);
});
