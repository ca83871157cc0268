// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";

import { KeyedChanges } from "./keyed-changes";

const params = { projectId: "acme/bot", digest: "t1" };

interface Given {
  /** Removed rows begin with a minus, added ones with a plus. */
  rows: readonly string[];
  /** Numbers of removed and added rows, if there are more than these. */
  removed?: number;
  added?: number;
  search?: string;
  /** Columns whose values are unique in both tables; all if undefined. */
  unique?: readonly string[];
}

function show({ rows, unique, search = "", ...counts }: Given) {
  const listed = rows.map((text, at) => {
    const change = text.startsWith("+") ? "added" : "removed";
    return `{"change":"${change}","digest":"r${at}","original_index":${at},"val":${text.slice(1)}}`;
  });
  const count = (sign: string) => rows.filter((text) => text.startsWith(sign)).length;
  const { removed = count("-"), added = count("+") } = counts;
  const diff = `{"same":7,"removed":${removed},"added":${added},"rows":[${listed.join(",")}]}`;
  const profile = {
    count: 9,
    profiled: 9,
    columns_left_out: 0,
    columns: (unique ?? []).map((path) => ({ path, kinds: {}, missing: 0, distinct: 9, common: [] })),
  };
  standInRelay({
    "/table/diff": () => new Response(diff),
    ...(unique && { "/table/profile": profile }),
  });
  return renderPage(<KeyedChanges params={params} base="t0" />, { search });
}

const grid = () => screen.findByRole("grid", { name: "Changed rows" });
const summary = async () => {
  await grid();
  return screen.getAllByRole("status").map(({ textContent }) => textContent);
};

it("shows rows with the same key as one, with each changed value before and after", async () => {
  show({ rows: ['-{"id":7,"score":1.0,"q":"a"}', '+{"id":7,"score":1.00,"q":"a"}', '+{"id":8}'] });
  expect(await summary()).toEqual(["1 changed · 1 added · 0 removed · 7 unchanged (row order ignored)"]);
  const [, changed] = within(await grid()).getAllByRole("row");
  expect(changed?.querySelector("del")?.textContent).toBe("1.0");
  expect(changed?.querySelector("ins")?.textContent).toBe("1.00");
  expect(changed?.querySelectorAll("del")).toHaveLength(1);
  changed?.focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("region", { name: "Changed row" }).textContent).toBe("Row 1, changedscoreBefore1.0After1.00");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("region", { name: "Changed row" })).toBeNull();
});

it("takes a key whose values are unique in both tables", async () => {
  show({ rows: ['-{"id":7,"q":"a","n":1}', '+{"id":7,"q":"a","n":2}'], unique: ["q"] });
  expect(await screen.findByRole("button", { name: "Key: q" })).toBeDefined();
});

it("compares whole rows if no column is a key, or if that is asked", async () => {
  show({ rows: ['-{"n":1}', '+{"n":1,"v":1}', '+{"n":1,"v":2}'] });
  expect(await summary()).toEqual(["2 added · 1 removed · 7 unchanged (row order ignored)"]);
  expect(screen.getByRole("button", { name: "Whole rows" })).toBeDefined();
});

it("names repeated and missing keys, and shows their rows as removed and added", async () => {
  show({ rows: ['-{"n":1}', '+{"n":1,"v":1}', '+{"n":1,"v":2}', "+5"], search: "key=n" });
  expect(await summary()).toEqual([
    "0 changed · 3 added · 1 removed · 7 unchanged (row order ignored)",
    "3 rows have a key that is repeated. 1 row has no value in a column of the key. They are shown as removed and added.",
  ]);
});

it("says what is compared when the difference is larger than what is read", async () => {
  show({ rows: ['-{"id":1}', '+{"id":1,"v":1}'], removed: 4_000, added: 3_000 });
  expect((await summary())[1]).toContain("Only the first 2 of 7,000 removed and added rows are compared by key");
});

it("changes the key", async () => {
  show({ rows: ['-{"id":1,"v":1}', '+{"id":1,"v":2}'] });
  await userEvent.click(await screen.findByRole("button", { name: "Key: id" }));
  await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "v" }));
  expect(await screen.findByText("0 changed")).toBeDefined();
  await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Whole rows" }));
  expect(await screen.findByText("Whole rows", { selector: "bdi" })).toBeDefined();
});
