import { expect, test } from "vitest";
import { type EndedErasure, receiptPage } from "./erasure-receipt";
import { countWords, limitWords } from "./erasure-words";

const counts = {
  traces: 1,
  calls: 0,
  feedback: 0,
  table_rows: 2,
  queue_calls: 0,
  files: 0,
  log_records: 0,
  rejected_items: 0,
};
const erasure: EndedErasure = {
  id: "019",
  project_id: "acme/<bot>",
  status: "done",
  user_hash: "ab",
  created_by: "ann & co",
  created_at: "2026-11-20T08:00:00.000000Z",
  ended_at: "2026-11-20T08:01:00.000000Z",
  receipt: {
    counts,
    found: [{ kind: "files", table: "files", count: 2, ids: ['<img src="x">'] }],
    verified_at: "2026-11-20T08:00:30.000000Z",
    tables_searched: 50,
    rounds: 2,
    still_arriving: false,
  },
};

test("traces and calls are always counted, other things if there are any", () => {
  expect(countWords(counts)).toEqual(["1 trace", "0 calls", "2 table rows"]);
});

test("the page of a receipt has no markup of what it lists", () => {
  const page = receiptPage(erasure, (iso) => iso ?? "");
  expect(page).toContain("acme/&lt;bot&gt;");
  expect(page).toContain("&lt;img src=&quot;x&quot;&gt;");
  expect(page).not.toContain("<img");
});

test("a receipt says when calls of the user still arrived", () => {
  expect(limitWords({ still_arriving: true })).toHaveLength(limitWords(erasure.receipt).length + 1);
});
