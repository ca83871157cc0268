import { describe, expect, test } from "vitest";
import { type CallWrite, RANK } from "./call-write";
import { finished, list, PROJECT, readBack, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

type Said = Partial<CallWrite> & { id: string };

/** Writes the calls of one trace, one commit each, sharing after each as an export does. */
async function arrive(calls: Said[], traceId = unique("trace")): Promise<string> {
  const { store } = opened();
  for (const call of calls) {
    await store.writeCalls([finished({ trace_id: traceId, ...call })]);
    await store.shareTraceContext(PROJECT, [traceId]);
  }
  return traceId;
}

async function contexts(traceId: string): Promise<Record<string, (string | undefined)[]>> {
  const rows = await list(opened().store, {
    filter: { trace_ids: [traceId] },
    columns: ["thread_id", "turn_id", "overview"],
  });
  return Object.fromEntries(rows.map((row) => [row.id, [row.thread_id, row.turn_id, row.overview?.user_id]]));
}

const at = (second: number) => ({ started_at: `2026-11-20T08:00:0${second}.000000Z` });

describe("fields that one span of a trace reports apply to all of it", () => {
  const [root, first, second] = [unique("root"), unique("first"), unique("second")];
  const child = { parent_id: root };

  test.each<[string, Said[], Record<string, (string | undefined)[]>]>([
    [
      "said by a child, before the root comes",
      [{ id: first, ...child, thread_id: "s-1", user_id: "u-1" }, { id: second, ...child }, { id: root }],
      { [root]: ["s-1", root, "u-1"], [first]: ["s-1", undefined, "u-1"], [second]: ["s-1", undefined, "u-1"] },
    ],
    [
      "said by the root, which comes last",
      [
        { id: first, ...child },
        { id: root, thread_id: "s-1", turn_id: root, user_id: "u-1" },
      ],
      { [root]: ["s-1", root, "u-1"], [first]: ["s-1", undefined, "u-1"] },
    ],
    [
      "said by root and child: the root's goes to the others, the child keeps its own",
      [
        { id: first, ...child, ...at(1), thread_id: "child's" },
        { id: second, ...child, ...at(2) },
        { id: root, thread_id: "root's", turn_id: root },
      ],
      {
        [root]: ["root's", root, undefined],
        [first]: ["child's", undefined, undefined],
        [second]: ["root's", undefined, undefined],
      },
    ],
    [
      "said by two children: the earlier one's",
      [
        { id: second, ...child, ...at(2), user_id: "late" },
        { id: first, ...child, ...at(1), user_id: "early" },
        { id: root },
      ],
      {
        [root]: [undefined, undefined, "early"],
        [first]: [undefined, undefined, "early"],
        [second]: [undefined, undefined, "late"],
      },
    ],
    ["said by none", [{ id: root }, { id: first, ...child }], { [root]: [], [first]: [] }],
  ])("%s", async (_, calls, wanted) => {
    const ids = new Map(calls.map(({ id }) => [id, unique(id)]));
    const renamed = (id: string | undefined) => id && (ids.get(id) ?? id);
    const traceId = await arrive(
      calls.map((call) => ({
        ...call,
        id: renamed(call.id) ?? "",
        parent_id: renamed(call.parent_id),
        turn_id: renamed(call.turn_id),
      })),
    );
    const expected = Object.entries(wanted).map(([id, [thread, turn, user]]) => [
      renamed(id),
      [thread, renamed(turn), user],
    ]);
    expect(await contexts(traceId)).toEqual(Object.fromEntries(expected));
  });

  test("a call's own value that arrives later applies", async () => {
    const [parent, late] = [unique("root"), unique("late")];
    const traceId = await arrive([
      { id: parent, thread_id: "shared" },
      { id: late, parent_id: parent },
    ]);
    expect((await contexts(traceId))[late]?.[0]).toBe("shared");
    await arrive([{ id: late, parent_id: parent, thread_id: "own" }], traceId);
    expect((await contexts(traceId))[late]?.[0]).toBe("own");
  });

  test("another trace, and another project's trace of the same id, are not changed", async () => {
    const { store } = opened();
    const [shared, elsewhere] = [unique("trace"), "local/elsewhere"];
    const id = unique("other");
    await store.writeCalls([finished({ id, project_id: elsewhere, trace_id: shared })]);
    await arrive([{ id: unique("root"), thread_id: "s-1" }], shared);
    await store.shareTraceContext(elsewhere, [shared]);
    expect((await readBack(store, id, elsewhere))?.thread_id).toBeUndefined();
  });

  test("after concurrent exports of one trace every call has the values", async () => {
    const { store } = opened();
    const traceId = unique("trace");
    const top = unique("root");
    const calls = Array.from({ length: 16 }, (_, index) =>
      finished({
        id: index === 7 ? top : unique("child"),
        trace_id: traceId,
        parent_id: index === 7 ? undefined : top,
      }),
    );
    await Promise.all(
      calls.map(async (call) => {
        await store.writeCalls([call.id === top ? { ...call, thread_id: "s-1", user_id: "u-1" } : call]);
        await store.shareTraceContext(PROJECT, [traceId]);
      }),
    );
    const shown = Object.values(await contexts(traceId));
    expect(shown).toHaveLength(calls.length);
    expect(shown.every(([thread, , user]) => thread === "s-1" && user === "u-1")).toBe(true);
  });

  test("an update of a call counts as its own value", async () => {
    const id = unique("root");
    const traceId = await arrive([
      { id, thread_id: "first" },
      { id: unique("child"), parent_id: id },
    ]);
    await arrive([{ id, rank: RANK.update, thread_id: "second" }], traceId);
    expect(new Set(Object.values(await contexts(traceId)).map(([thread]) => thread))).toEqual(new Set(["second"]));
  });
});
