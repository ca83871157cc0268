import { expect, test } from "vitest";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { sharedContext } from "./share-context";

const span = (id: string, fields: Partial<CallWrite> = {}): CallWrite => ({
  project_id: "local/p",
  id,
  rank: RANK.end,
  trace_id: "t",
  started_at: "2026-11-20T08:00:00.000000Z",
  ...fields,
});
const child = (id: string, fields: Partial<CallWrite> = {}) => span(id, { parent_id: "root", ...fields });
const late = { started_at: "2026-11-20T08:00:09.000000Z" };

test.each<[string, CallWrite[], Record<string, unknown[]>]>([
  ["said by none", [span("root"), child("a")], {}],
  ["said by the root", [child("a"), span("root", { thread_id: "s" })], { a: ["s", undefined, undefined] }],
  [
    "said by a child: the root is a turn",
    [child("a", { thread_id: "s", user_id: "u" }), span("root")],
    { root: ["s", "u", "root"] },
  ],
  [
    "the root's before a child's, the child keeps its own",
    [child("a", { thread_id: "own" }), child("b"), span("root", { ...late, thread_id: "root's" })],
    { b: ["root's", undefined, undefined] },
  ],
  [
    "the earlier child's",
    [child("a", { ...late, user_id: "late" }), child("b", { user_id: "early" }), child("c")],
    { c: [undefined, "early", undefined] },
  ],
  [
    "the thread of one, the user of another",
    [span("root", { thread_id: "s" }), child("a", { user_id: "u" })],
    { root: [undefined, "u", undefined], a: ["s", undefined, undefined] },
  ],
  [
    "of its own trace and project only",
    [span("root", { thread_id: "s" }), span("other", { trace_id: "t2" }), span("else", { project_id: "local/q" })],
    {},
  ],
])("%s", (_, writes, wanted) => {
  const shared = sharedContext(writes);
  expect(Object.fromEntries(shared.map((w) => [w.id, [w.thread_id, w.user_id, w.turn_id]]))).toEqual(wanted);
  expect(shared.every(({ rank, trace_id }) => rank === RANK.start && trace_id === "t")).toBe(true);
});
