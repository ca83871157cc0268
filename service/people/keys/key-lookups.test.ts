import { expect, test } from "vitest";
import type { StoredKey } from "@/service/store/keys/keys-store";
import { IDS_PER_ADDRESS, IDS_PER_LOOKUP, KeyLookups } from "./key-lookups";

const key = (id: string): StoredKey => ({ id, hash: "", owner: "ada", default_project: "a/b", roles: [] });

/** A store whose statements end when the test resolves them. */
function scene(known: readonly string[] = []) {
  const statements: { ids: readonly string[]; end: (error?: Error) => void }[] = [];
  const lookups = new KeyLookups(
    (ids) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error ? reject(error) : resolve(ids.filter((id) => known.includes(id)).map(key));
        statements.push({ ids, end });
      }),
  );
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  return { lookups, statements, settle };
}

test("each statement looks up all waiting keys, each id once", async () => {
  const { lookups, statements, settle } = scene(["b"]);
  const found = ["a", "b", "c", "b"].map((id, n) => lookups.find(id, `address ${n}`));
  expect(statements.map(({ ids }) => ids)).toEqual([["a"]]);
  statements[0]?.end();
  await settle();
  expect(statements.map(({ ids }) => ids)).toEqual([["a"], ["b", "c"]]);
  statements[1]?.end();
  expect(await Promise.all(found)).toEqual([undefined, key("b"), undefined, key("b")]);
  const later = lookups.find("d", "");
  expect(statements).toHaveLength(3);
  statements[2]?.end();
  expect(await later).toBeUndefined();
});

test("during a flood of unknown keys a valid key waits for at most two statements", async () => {
  const { lookups, statements, settle } = scene(["right"]);
  for (let n = 0; n < 5_000; n += 1) void lookups.find(`wrong ${n}`, "flood");
  const found = lookups.find("right", "elsewhere");
  statements[0]?.end();
  await settle();
  expect(statements[1]?.ids).toContain("right");
  expect(statements[1]?.ids).toHaveLength(IDS_PER_ADDRESS + 1);
  statements[1]?.end();
  expect(await found).toEqual(key("right"));
});

test("a statement is bounded, and every address gets its turn", async () => {
  const { lookups, statements, settle } = scene();
  const addresses = (IDS_PER_LOOKUP / IDS_PER_ADDRESS) * 2;
  for (let n = 0; n < addresses * IDS_PER_ADDRESS * 2; n += 1) void lookups.find(`${n}`, `address ${n % addresses}`);
  const seen = new Set<string>();
  for (let n = 0; n < 3; n += 1) {
    expect(statements[n]?.ids.length).toBeLessThanOrEqual(IDS_PER_LOOKUP);
    for (const id of statements[n]?.ids ?? []) seen.add(`address ${Number(id) % addresses}`);
    statements[n]?.end();
    await settle();
  }
  expect(seen.size).toBe(addresses);
});

test("a failed statement rejects its lookups, and the next ones are still made", async () => {
  const { lookups, statements, settle } = scene(["b"]);
  const first = lookups.find("a", "");
  const second = lookups.find("b", "");
  statements[0]?.end(new Error("the database is away"));
  await expect(first).rejects.toThrow("the database is away");
  await settle();
  statements[1]?.end();
  expect(await second).toEqual(key("b"));
});
