import { expect, test } from "vitest";
import { type CallWrite, RANK } from "./call-write";
import { finished, listIds, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

type Place = (project: string) => CallWrite;
const parent: Place = (project_id) => finished({ project_id, id: "parent", trace_id: "t" });
const child: Place = (project_id) => finished({ project_id, id: "child", trace_id: "t", parent_id: "parent" });
const pendingParent: Place = (project_id) => ({
  project_id,
  id: "parent",
  rank: RANK.end,
  ended_at: "2026-11-20T08:00:01.000000Z",
});
const lateParentId: Place = (project_id) => finished({ project_id, id: "child", trace_id: "t", parent_id: "gone" });

const roots = (project_id: string) =>
  listIds(opened().store, {
    project_id,
    filter: { trace_roots_only: true },
    sort_by: [{ field: "id", direction: "asc" }],
  });

test.each<{ name: string; batches: Place[][]; expected: string[] }>([
  { name: "a call whose parent has not come is a root", batches: [[child]], expected: ["child"] },
  { name: "until it comes", batches: [[child], [parent]], expected: ["parent"] },
  { name: "in one batch, child first", batches: [[child, parent]], expected: ["parent"] },
  { name: "after its parent", batches: [[parent], [child]], expected: ["parent"] },
  { name: "a parent that is only an end is not there yet", batches: [[child], [pendingParent]], expected: ["child"] },
  { name: "nor in the same batch", batches: [[pendingParent, child]], expected: ["child"] },
  { name: "nor before", batches: [[pendingParent], [child]], expected: ["child"] },
  { name: "then its start comes", batches: [[child], [pendingParent], [parent]], expected: ["parent"] },
  {
    name: "a repeat names another parent",
    batches: [[parent], [child], [lateParentId]],
    expected: ["child", "parent"],
  },
])("$name", async ({ batches, expected }) => {
  const project = unique("local/roots");
  for (const batch of batches) await opened().store.writeCalls(batch.map((write) => write(project)));
  expect(await roots(project)).toEqual(expected);
});

test("parents and children that arrive at the same moment leave no false root", async () => {
  const project_id = unique("local/roots");
  const pairs = Array.from({ length: 100 }, (_, n) => ({
    parent: finished({ project_id, id: `p${n}`, trace_id: `t${n}` }),
    child: finished({ project_id, id: `c${n}`, trace_id: `t${n}`, parent_id: `p${n}` }),
  }));
  await Promise.all(
    pairs.flatMap((pair) => [opened().store.writeCalls([pair.child]), opened().store.writeCalls([pair.parent])]),
  );
  const ids = await roots(project_id);
  expect(ids).toHaveLength(100);
  expect(ids.every((id) => id.startsWith("p"))).toBe(true);
});
