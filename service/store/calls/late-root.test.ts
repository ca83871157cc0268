import { expect, test } from "vitest";
import { PROJECT, finished, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const SPANS = 16_000;
const BATCH = 500;

// As OpenTelemetry sends spans: each when it has ended, so the root last. The tables have just been created.
test("a long trace whose root comes last is stored whole, below its root", async () => {
  const trace_id = unique("long");
  const ids = Array.from({ length: SPANS }, (_, at) => `${trace_id}-${at}`);
  const [root = "", ...children] = ids;
  for (let from = 0; from < children.length; from += BATCH)
    await opened().store.writeCalls(
      children.slice(from, from + BATCH).map((id) => finished({ id, trace_id, parent_id: root })),
    );
  const filter = { trace_ids: [trace_id], trace_roots_only: true };
  const roots = async () => opened().store.countCalls({ project_id: PROJECT, filter, totalStorageSize: false });
  expect(await roots()).toMatchObject({ count: SPANS - 1 });
  await opened().store.writeCalls([finished({ id: root, trace_id })]);
  expect(await roots()).toMatchObject({ count: 1 });
}, 120_000);
