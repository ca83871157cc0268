import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digestOf } from "@/service/store/objects/digest";
import { type NewChunk, type StoredChunk, chunksOf, tableDigest } from "./chunks";
import { TableDraft } from "./draft";

/** Chunks in memory, and the number of them that were read. */
function memory() {
  const kept = new Map<string, readonly string[]>();
  let reads = 0;
  const read = async (digest: string) => {
    reads += 1;
    return [...(kept.get(digest) ?? [])];
  };
  const keep = (chunks: readonly (StoredChunk | NewChunk)[]): StoredChunk[] => {
    for (const chunk of chunks) if ("rows" in chunk) kept.set(chunk.digest, chunk.rows);
    return chunks.map(({ digest, count }, place) => ({ digest, count, whole: place < chunks.length - 1 }));
  };
  return { read, keep, reads: () => reads };
}

const rowsUpTo = (count: number) => Array.from({ length: count }, (_, index) => digestOf(String(index)));

async function tableOf(rows: string[], store = memory()): Promise<StoredChunk[]> {
  return store.keep(await chunksOf([[...rows]], store.read));
}

describe("a table changed", () => {
  const step = fc.oneof(
    fc.record({ append: fc.string() }),
    fc.record({ pop: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }) }),
    fc.record({ insert: fc.string(), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  );

  test("is the table with these rows, however it was made", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 4000 }), fc.array(step, { maxLength: 12 }), async (count, steps) => {
        const store = memory();
        const rows = rowsUpTo(count);
        const draft = new TableDraft(await tableOf(rows, store), store.read);
        const popped: string[][] = [];
        for (const given of steps) {
          if ("append" in given) {
            draft.append(digestOf(given.append));
            rows.push(digestOf(given.append));
          } else if ("insert" in given) {
            const at = Math.floor(given.at * rows.length);
            await draft.insert(at, digestOf(given.insert), "p");
            rows.splice(at, 0, digestOf(given.insert));
          } else if (rows.length > 0) {
            const at = Math.floor(given.pop * rows.length);
            popped.push([await draft.pop(at, "p"), ...rows.splice(at, 1)]);
          }
        }
        expect(popped.filter(([one, other]) => one !== other)).toEqual([]);
        const changed = store.keep(await chunksOf(draft.segments, store.read));
        expect(tableDigest(changed)).toBe(tableDigest(await tableOf(rows)));
        const read = await Promise.all(changed.map(({ digest }) => store.read(digest)));
        expect(read.flat()).toEqual(rows);
      }),
      { numRuns: 50 },
    );
  });

  test("reads and makes only the chunks around a change", async () => {
    const store = memory();
    const chunks = await tableOf(rowsUpTo(100_000), store);
    expect(chunks.length).toBeGreaterThan(100);
    const draft = new TableDraft(chunks, store.read);
    await draft.insert(50_000, digestOf("new"), "p");
    draft.append(digestOf("last"));
    const changed = await chunksOf(draft.segments, store.read);
    expect(changed.filter((chunk) => "rows" in chunk).length).toBeLessThan(8);
    expect(store.reads()).toBeLessThan(8);
  });
});

test.each([
  ["nothing", []],
  ["one row", ["a"]],
  ["the same row over and over", Array.from({ length: 10_000 }, () => digestOf("same"))],
  ["a row that cuts, over and over", Array.from({ length: 10_000 }, () => `A0${"x".repeat(41)}`)],
])("%s makes chunks of bounded size", async (_what, rows) => {
  const chunks = await tableOf(rows);
  expect(chunks.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
  expect(Math.max(0, ...chunks.map(({ count }) => count))).toBeLessThanOrEqual(2048);
  expect(chunks.filter(({ count, whole }) => whole && count < 64)).toEqual([]);
});

test.each([
  ["a pop", (draft: TableDraft) => draft.pop(3, "updates[0].pop.index")],
  ["an insert", (draft: TableDraft) => draft.insert(4, "row", "updates[0].insert.index")],
])("%s beyond the end is refused", async (_what, change) => {
  const store = memory();
  const draft = new TableDraft(await tableOf(["a", "b", "c"], store), store.read);
  await expect(change(draft)).rejects.toMatchObject({
    code: "invalid",
    errors: [{ message: "is out of range: the table has 3 rows at this step" }],
  });
});
