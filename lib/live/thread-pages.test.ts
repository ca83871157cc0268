import { describe, expect, it } from "vitest";
import type { Thread } from "@/lib/contract/threads";
import {
  changedThreads,
  moveChangedToTop,
  THREADS_PAGE_ROWS,
  uniqueThreads,
  unseenThreads,
  withoutGone,
} from "./thread-pages";

/** `b2` is the thread `b` as it was at second 2, with as many turns. */
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

describe("a list of threads with what has changed", () => {
  it.each([
    { name: "nothing new", pages: ["b2 a1"], newest: "b2 a1", inPlace: "b2 a1", raised: "b2 a1", changed: "" },
    { name: "a new one", pages: ["b2 a1"], newest: "c3 b2 a1", inPlace: "b2 a1", raised: "c3 b2 a1", changed: "c3" },
    {
      name: "one that went on",
      pages: ["c3 b2", "a1"],
      newest: "a4 c3",
      inPlace: "c3 b2 a4",
      raised: "a4 c3 b2",
      changed: "a4",
    },
    { name: "an older reading", pages: ["a4 b2"], newest: "b2 a1", inPlace: "a4 b2", raised: "a4 b2", changed: "" },
    {
      name: "one on two pages",
      pages: ["c3 b2", "b2 a1"],
      newest: "",
      inPlace: "c3 b2 a1",
      raised: "c3 b2 a1",
      changed: "",
    },
    { name: "an empty list", pages: [""], newest: "b2 a1", inPlace: "", raised: "b2 a1", changed: "b2 a1" },
  ])("$name", ({ pages: texts, newest: text, inPlace, raised, changed }) => {
    const [pages, newest] = [texts.map(threads), threads(text)];
    expect(written(uniqueThreads(pages, newest))).toBe(inPlace);
    expect(written(moveChangedToTop(pages, newest))).toBe(raised);
    expect(written(changedThreads(pages, newest))).toBe(changed);
  });

  it("loses the threads that are gone, and none that the newest do not reach", () => {
    expect(withoutGone([threads("c3 b2"), threads("a1")], threads("c3 a1")).map(written)).toEqual(["c3", "a1"]);
    expect(withoutGone([threads("c3")], []).map(written)).toEqual([""]);
    const many = Array.from({ length: THREADS_PAGE_ROWS }, (_, n) => ({ ...thread("n5"), thread_id: `t${n}` }));
    expect(withoutGone([threads("f6 e5 d4")], many).map(written)).toEqual(["e5 d4"]);
  });

  it("counts what waits, and not beyond a page", () => {
    const many = Array.from({ length: THREADS_PAGE_ROWS }, (_, n) => ({ ...thread("a1"), thread_id: `t${n}` }));
    expect(unseenThreads(threads("b2 a1"), threads("c3 b2 a1"))).toBe(1);
    expect(unseenThreads(many.slice(1), many)).toBe(1);
    expect(unseenThreads(threads("b2"), many)).toBeUndefined();
  });
});
