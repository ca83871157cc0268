import { expect, onTestFinished, test } from "vitest";
import { openInference } from "./gateway";
import { startUpstream } from "./test-upstream";

const CHECKPOINTS = ["acme/a/judge:step1", "zoo/b/judge:step1"];

async function listFor(project: string) {
  const list = { object: "list", data: [{ id: "base" }, ...CHECKPOINTS.map((id) => ({ id, parent: "base" }))] };
  const { config } = await startUpstream(undefined, { list });
  const inference = openInference({ upstreams: [config] });
  onTestFinished(() => inference.close());
  return (await inference.listModels(project)).map(({ id, parent }) => [id, parent]);
}

test("an adapter names its base model", async () => {
  expect(await listFor("acme/a")).toEqual([
    ["base", undefined],
    ["acme/a/judge:step1", "base"],
  ]);
});

test("checkpoints of other projects are not listed", async () => {
  expect(await listFor("other/c")).toEqual([["base", undefined]]);
});
