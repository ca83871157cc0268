import { v7 as uuidV7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { callRef } from "@/lib/contract/refs";
import { openMigratedStore } from "@/service/store/open-store";
import type { Store } from "@/service/store/store";
import { useClient } from "@/service/store/testing/test-client";
import { PROJECT, finished, json, start, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const client = useClient(opened);

/** What one process counts, whichever replicas other tests use. */
let own: Store | undefined;
const store = () => (own ??= openMigratedStore({ connection: opened().connection }));
afterAll(() => own?.close());

const HOUR_MS = 3_600_000;
const project_id = PROJECT;
const feedback = () => ({
  id: uuidV7(),
  project_id,
  core_ref: callRef(PROJECT, "one"),
  feedback_type: "score",
  payload: json("1"),
  ext_user_id: "ada",
});

test("counts what was stored and what was refused", async () => {
  expect(store().writtenCounts()).toEqual({ calls: 0, feedback: 0, refused: 0 });
  await store().writeCalls([start({ id: "one" }), finished({ id: "two" })]);
  await store().writeCalls([start({ id: "one", trace_id: "another" })]);
  await store().createFeedback(feedback());
  await store().createFeedbackBatch([feedback(), { ...feedback(), core_ref: "x".repeat(5_000) }]);
  await store().recordRefusals([{ project_id, source: "otlp", reason: "no start time" }]);
  expect(store().writtenCounts()).toEqual({ calls: 2, feedback: 2, refused: 1 });
});

test("measures what waits, until it is done; calls that are too few to be indexed do not wait", async () => {
  const few = await store().backlog();
  expect([few.textIndex, few.traces > 0]).toEqual([{ calls: 0, seconds: 0 }, true]);
  const inputs = json('{"text":"words"}');
  await store().writeCalls(Array.from({ length: 1_024 }, (_, at) => finished({ id: `many-${at}`, inputs })));
  await client().query("update search_queue set queued_at = $1", [new Date(Date.now() - HOUR_MS)]);
  const { textIndex } = await store().backlog();
  expect([textIndex.calls >= 1_024, textIndex.seconds > 3_500]).toEqual([true, true]);
  while (await store().indexProject(PROJECT)) await store().projectsToIndex();
  await store().totalTraces(new AbortController().signal);
  expect(await store().backlog()).toMatchObject({ textIndex: { calls: 0, seconds: 0 }, traces: 0 });
});

test("finds the last backup that succeeded", async () => {
  expect((await store().backlog()).lastBackupAt).toBeUndefined();
  for (const outcome of ["ok", "failed"]) {
    const id = uuidV7();
    await store().addAudit({ id, kind: "export", action: "admin backup", target: { file: "/b" } });
    await store().endAudit(id, { status: outcome === "ok" ? 200 : 500, outcome, result: {} });
  }
  const [succeeded] = (await store().queryAudit({ limit: 2 })).records.filter(({ outcome }) => outcome === "ok");
  expect([succeeded?.action, (await store().backlog()).lastBackupAt]).toEqual(["admin backup", succeeded?.at]);
});
