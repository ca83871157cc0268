import { expect, test } from "vitest";
import { deletedWords, keptWords } from "./preview-words";

const kept = { traces: 0, queued: 0, in_tables: 0, annotated: 0 };
const preview = {
  cutoff: "2026-10-01T00:00:00.000000Z",
  next_run_at: "2026-11-27T03:00:00.000Z",
  traces: 0,
  calls: 0,
  bytes: 0,
  kept,
  is_cut: false,
};

test.each([
  [preview, "nothing"],
  [{ ...preview, traces: 1, calls: 1, bytes: 10 }, "1 trace with 1 call, about 10 B"],
  [{ ...preview, traces: 1204, calls: 3400, bytes: 12_000_000 }, "1,204 traces with 3,400 calls, about 11.4 MiB"],
  [{ ...preview, traces: 9, calls: 9, bytes: 9, is_cut: true }, "more than 9 traces with 9 calls, about 9 B"],
  [{ ...preview, is_cut: true }, "no trace counted so far"],
])("what would be deleted %#", (counts, words) => {
  expect(deletedWords(counts)).toBe(words);
});

test("what is kept, and why", () => {
  expect(keptWords(kept)).toBe("");
  expect(keptWords({ ...kept, queued: 1200, annotated: 1 })).toBe("1,200 in a queue, 1 annotated");
  expect(keptWords({ ...kept, in_tables: 2 })).toBe("2 in a table");
});
