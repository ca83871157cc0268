import { expect, test } from "vitest";
import { callAsRow } from "@/lib/table/call-row";
import { finished, json, list, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const EXCEPTIONS = { keep_queued: false, keep_in_tables: true, keep_annotated: false };

test("a call that was added to a dataset with its ref keeps its trace, and one without it does not", async () => {
  const { store } = opened();
  const project_id = "acme/datasets é";
  const at = "2026-01-01T00:00:00.000000Z";
  const calls = ["with ref/1", "without"].map((id) =>
    finished({ id, project_id, started_at: at, ended_at: at, inputs: json(`{"of":"${id}"}`) }),
  );
  await store.writeCalls(calls);
  const stored = await list(store, { project_id, sort_by: [{ field: "id", direction: "asc" }] });
  const rows = stored.map((call, place) =>
    callAsRow(project_id, call, {
      parts: new Set(place === 0 ? ["inputs", "ref"] : ["inputs"]),
      spreadsInputs: true,
      // The name of the column does not matter.
      names: new Map([["call", "made from"]]),
    }),
  );
  expect(rows.map(({ text }) => text.includes("made from"))).toEqual([true, false]);
  await store.createTable(project_id, rows);
  const preview = await store.previewRetention({ project_id, keep_days: 1, ...EXCEPTIONS });
  expect(preview).toMatchObject({ traces: 1, calls: 1, kept: { traces: 1, in_tables: 1 } });
});
