import { expect, test } from "vitest";

import { finished, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

test("models are in the order of their first calls, whatever arrives later", async () => {
  const { store } = opened();
  const project_id = "seen/models";
  const send = (id: string, model: string | undefined, started_at = "2026-11-20T08:00:00Z") =>
    store.writeCalls([finished({ project_id, id, model, started_at })]);
  await send("1", "zeta");
  await send("2", "alpha");
  await send("3", undefined);
  // Earlier by its own clock, later by ours.
  await send("4", "older", "2026-11-01T08:00:00Z");
  await send("5", "zeta", "2026-10-01T08:00:00Z");
  await store.deleteCalls(project_id, ["1", "5"]);
  expect(await store.listSeenModels(project_id)).toEqual(["zeta", "alpha", "older"]);
  expect(await store.listSeenModels("seen/nothing")).toEqual([]);
});

test("models of one batch have a fixed order, and those of other projects are left out", async () => {
  const { store } = opened();
  const models = ["b", "a", "b"].map((model, index) => finished({ project_id: "seen/batch", id: `${index}`, model }));
  await store.writeCalls([...models, finished({ project_id: "seen/other", id: "x", model: "c" })]);
  expect(await store.listSeenModels("seen/batch")).toEqual(["a", "b"]);
});

test("calls with names too long for an index are still stored", async () => {
  const { store } = opened();
  const project_id = "seen/hostile";
  const names = ["nul\0", "\ud800", "x".repeat(1025), "日".repeat(400), ""];
  const calls = names.map((model, index) => finished({ project_id, id: `${index}`, model }));
  expect(await store.writeCalls(calls)).toEqual(names.map(() => undefined));
  expect(await store.listSeenModels(project_id)).toEqual(["nul\ufffd", "\ufffd"]);
});
