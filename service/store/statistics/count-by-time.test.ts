import { expect, test } from "vitest";
import { finished, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

async function countOps(ops: string[], limit: number) {
  const project_id = unique("local/stats");
  await opened().store.writeCalls(ops.map((op_name) => finished({ project_id, id: op_name, op_name })));
  const [start, end] = ["2026-11-20T00:00:00.000000Z", "2026-11-21T00:00:00.000000Z"];
  const range = { start, end, starts: [start] };
  return opened().store.countByTime({ project_id, ...range, prices: [], groupBy: ["op_name"], limit });
}

test("returns at most as many group buckets as its limit", async () => {
  // Each op occurs once in its bucket and once over all of them.
  expect(await countOps(["a", "b", "c"], 6)).toHaveLength(6);
  await expect(countOps(["a", "b", "c"], 5)).rejects.toMatchObject({ code: "invalid", errors: [{ path: "group_by" }] });
});
