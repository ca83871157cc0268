import { beforeAll, describe, expect, test } from "vitest";
import { finished, json, list, listIds, start, useStore } from "./test-store";

const opened = useStore();
const at = (second: number) => `2026-11-20T08:00:${String(second).padStart(2, "0")}.000000Z`;

beforeAll(async () => {
  await opened().store.writeCalls([
    finished({ id: "a", started_at: at(1), ended_at: at(9), inputs: json('{"q":"one","n":3}') }),
    finished({ id: "b", started_at: at(2), ended_at: at(3), inputs: json('{"n":"x"}'), op_name: "other" }),
    finished({ id: "c", started_at: at(2), ended_at: at(4), inputs: json('{"n":1e400}') }),
    start({ id: "d", started_at: at(3), inputs: json('{"n":null}') }),
    start({ id: "e", started_at: at(4) }),
  ]);
});

describe("order", () => {
  test.each([
    { sort_by: undefined, ids: "abcde" },
    { sort_by: [{ field: "started_at", direction: "desc" }], ids: "edcba" },
    { sort_by: [{ field: "latency", direction: "asc" }], ids: "bcade" },
    { sort_by: [{ field: "latency", direction: "desc" }], ids: "acbed" },
    { sort_by: [{ field: "inputs.n", direction: "asc" }], ids: "acbde" },
    { sort_by: [{ field: "inputs.n", direction: "desc" }], ids: "cabed" },
    {
      sort_by: [
        { field: "op_name", direction: "desc" },
        { field: "id", direction: "asc" },
      ],
      ids: "bacde",
    },
  ] as const)("$sort_by", async ({ sort_by, ids }) => {
    const sorted = sort_by && [...sort_by];
    expect(await listIds(opened().store, { sort_by: sorted })).toEqual([...ids]);
    expect(await listIds(opened().store, { sort_by: sorted, limit: 2, offset: 1 })).toEqual([...ids].slice(1, 3));
    const paged: string[] = [];
    for (;;) {
      const page = await listIds(opened().store, { sort_by: sorted, limit: 2, after_id: paged.at(-1) });
      if (page.length === 0) break;
      paged.push(...page);
    }
    expect(paged).toEqual([...ids]);
  });
});

test("rows", async () => {
  expect(await list(opened().store, { limit: 1, include_overview: true, include_total_storage_size: true }))
    .toMatchInlineSnapshot(`
    [
      {
        "attributes": JsonText {
          "text": "{}",
        },
        "deleted_at": undefined,
        "display_name": undefined,
        "ended_at": "2026-11-20T08:00:09.000000Z",
        "exception": undefined,
        "ext_run_id": undefined,
        "ext_run_step": undefined,
        "ext_run_step_end": undefined,
        "ext_user_id": undefined,
        "id": "a",
        "inputs": JsonText {
          "text": "{"q":"one","n":3}",
        },
        "op_name": "answer",
        "output": undefined,
        "overview": {
          "dropped": undefined,
          "input_preview": "{"q":"one","n":3}",
          "kind": undefined,
          "latency_ms": 8000,
          "model": undefined,
          "output_preview": undefined,
          "status": "success",
          "total_usage": undefined,
          "usage": undefined,
        },
        "parent_id": undefined,
        "project_id": "local/test",
        "started_at": "2026-11-20T08:00:01.000000Z",
        "summary": undefined,
        "thread_id": undefined,
        "total_storage_size_bytes": 17,
        "trace_id": "trace-of-a",
        "turn_id": undefined,
      },
    ]
  `);
});
