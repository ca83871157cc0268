import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { commentOf, commentThreads, editedComment, parsePassage } from "./comments";

const given = (id: string, createdAt: string, payload: object, feedback_type = "core.comment.1") => ({
  id,
  feedback_type,
  payload: new JsonText(JSON.stringify(payload)),
  created_at: createdAt,
});
const idsOf = (rows: Parameters<typeof commentThreads>[0]) =>
  commentThreads(rows).map(({ id, comment, replies }) => [id, comment !== undefined, replies.map((one) => one.id)]);

describe("commentThreads", () => {
  it("are comments with their replies, oldest first, on one level", () => {
    const rows = [
      given("d", "4", { text: "d", reply_to: "c" }),
      given("a", "1", { text: "a" }),
      given("b", "3", { text: "b" }),
      given("c", "2", { text: "c", reply_to: "a" }),
      given("n", "0", { note: "n" }, "core.note.1"),
    ];
    expect(idsOf(rows)).toEqual([
      ["a", true, ["c", "d"]],
      ["b", true, []],
    ]);
  });

  it("keep their place after an edit", () => {
    const rows = [given("a", "9", { text: "a", written_at: "1" }), given("b", "3", { text: "b" })];
    expect(idsOf(rows).map(([id]) => id)).toEqual(["a", "b"]);
    expect(commentThreads(rows)[0]?.comment).toMatchObject({ isEdited: true, writtenAt: "1" });
  });

  it("keep the replies to a comment that was removed", () => {
    expect(idsOf([given("b", "2", { text: "b", reply_to: "a" })])).toEqual([["a", false, ["b"]]]);
  });

  it("end where comments reply to each other", () => {
    const rows = [given("a", "1", { text: "a", reply_to: "b" }), given("b", "2", { text: "b", reply_to: "a" })];
    expect(idsOf(rows).flat(2)).toEqual(expect.arrayContaining(["a", "b"]));
  });
});

it("an edit keeps what the comment is about, and when it was first written", () => {
  const passage = { of: "output" as const, quote: "Lyon", path: ["a", 0], start: 1, end: 5 };
  const comment = commentOf(given("a", "1", { text: "old", passage, reply_to: "b" }));
  expect(comment && editedComment(comment, "new")).toEqual({ text: "new", passage, reply_to: "b", written_at: "1" });
});

it.each(["", "{", "[]", '{"of":"attributes","quote":"a"}', '{"of":"inputs"}'])("%s is no passage", (text) => {
  expect(parsePassage(text)).toBeUndefined();
});
