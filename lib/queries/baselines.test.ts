import { expect, it } from "vitest";
import { pinnedBaselines } from "./baselines";
import { baselineBody, pinBaseline } from "./pin-baseline";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const PROJECT = "acme/bot";
const objectOf = (object_id: string, val: string, day = 1) =>
  `{"project_id":"${PROJECT}","object_id":"${object_id}","created_at":"2026-01-0${day}T00:00:00Z","digest":"d","version_index":0,"is_latest":1,"kind":"object","val":${val}}`;
const former = (name: string, digest: string, experiment: string) =>
  JSON.stringify({ evaluation: `weave:///acme/bot/object/${name}:${digest}`, experiment });
const valueOf = (dataset: string, experiments: [string, string][]) =>
  baselineBody(PROJECT, { dataset, experiments: new Map(experiments) }).obj.val.text;

it("reads the pinned experiments of each dataset, also those that were pinned for one version of an evaluation", async () => {
  const objs = [
    objectOf("b1", valueOf("one", [["exact", "a"]])),
    objectOf("b2", valueOf("two", [])),
    objectOf("b3", "[]"),
    // The newest of two versions of an evaluation.
    objectOf("f1", former("evaluation-three", "v2", "new"), 2),
    objectOf("f2", former("evaluation-three", "v1", "old"), 1),
    // Replaced since.
    objectOf("f3", former("evaluation-one", "v1", "old"), 3),
    objectOf("f4", former("evaluation-two", "v1", "old"), 3),
  ];
  const { client, asked } = testClient(() => `{"objs":[${objs.join(",")}]}`);
  expect(await createQueryClient().fetchQuery(pinnedBaselines(PROJECT, client))).toEqual(
    new Map([
      ["one", new Map([["exact", "a"]])],
      ["two", new Map()],
      ["three", new Map([["", "new"]])],
    ]),
  );
  expect(asked[0]?.body).toEqual({
    project_id: PROJECT,
    filter: { base_object_classes: ["PinnedBaseline"], latest_only: true },
  });
});

it("is one object for each dataset, whatever is pinned", async () => {
  const { client, asked } = testClient(() => '{"digest":"d","object_id":"b","version_index":0}');
  const cache = createQueryClient();
  const pin = cache.getMutationCache().build(cache, pinBaseline(PROJECT, client));
  await pin.execute({ dataset: "one", experiments: new Map([["exact", "a"]]) });
  expect(asked[0]?.path).toContain("/obj/create");
  const name = (dataset: string, experiments: [string, string][]) =>
    baselineBody(PROJECT, { dataset, experiments: new Map(experiments) }).obj.object_id;
  expect(name("one", [["exact", "a"]])).toBe(name("one", []));
  expect(name("one", [])).not.toBe(name("two", []));
  expect(name("one", [])).toMatch(/^baseline-[\da-f]{32}$/);
});
