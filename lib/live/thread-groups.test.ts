import { expect, it } from "vitest";
import type { Thread } from "@/lib/contract/threads";
import { threadGroups } from "./thread-groups";

/** `b2` is the thread `b` as of second 2, with as many turns. */
function thread(text: string): Thread {
  const [id = "", second = ""] = text;
  const at = `2026-11-20T08:00:0${second}.000000Z`;
  return {
    thread_id: id,
    turn_count: Number(second),
    start_time: at,
    last_updated: at,
    first_turn_id: id,
    last_turn_id: id,
  };
}
const threads = (text: string) => text.split(" ").filter(Boolean).map(thread);
const written = (rows: readonly Thread[]) => rows.map(({ thread_id: id, turn_count: n }) => `${id}${n}`).join(" ");

it.each([
  { name: "nothing new", pages: ["b2 a1"], now: "b2 a1", groups: ["b2 a1"] },
  { name: "a new one", pages: ["b2 a1"], now: "c3 b2 a1", groups: ["b2 a1", "c3"] },
  { name: "one that went on", pages: ["c3 b2", "a1"], now: "a4 c3 b2", groups: ["c3 b2", "a1", "a4"] },
  { name: "more than a group", pages: ["a1"], now: "d4 c3 b2 a1", groups: ["a1", "b2 c3", "d4"] },
  { name: "an empty list", pages: [""], now: "b2 a1", groups: ["", "a1 b2"] },
])("$name", ({ pages, now, groups }) => {
  const read = pages.map((text) => ({ read: threads(text) }));
  expect(threadGroups(read, threads(now), 2).map(written)).toEqual(groups);
});
