import { expect, test, vi } from "vitest";

import { type ColumnLayout, showColumn, unchangedLayout } from "@/components/data-table/column-layout";

import { filledLayout, storedLayout } from "./list-layout";

const plain = { id: "a" };
const ofUser = { id: "b", overview: { user_id: "ada", status: "success" as const } };
const inThread = { id: "c", thread_id: "t" };

/** What is stored when the layout of these rows is changed. */
function storedAfter(rows: Parameters<typeof filledLayout>[1], change: (layout: ColumnLayout) => ColumnLayout) {
  const set = vi.fn<(layout: ColumnLayout) => void>();
  const [layout, setLayout] = filledLayout([unchangedLayout, set], rows);
  setLayout(change(layout));
  return set.mock.calls[0]?.[0];
}

test.each([
  [[], []],
  [[plain], []],
  [[plain, inThread], ["thread"]],
  [
    [ofUser, inThread],
    ["user", "thread"],
  ],
])("rows %j add the columns %j", (rows, shown) => {
  const [layout] = filledLayout([unchangedLayout, () => undefined], rows);
  expect(layout).toEqual({ ...unchangedLayout, shown });
});

test("a layout that the user changed stays as it is", () => {
  const changed = { ...unchangedLayout, order: ["name", "status"] };
  expect(filledLayout([changed, () => undefined], [ofUser])[0]).toBe(changed);
});

test("hiding such a column is a change, resizing and resetting are not", () => {
  const hidden = storedAfter([ofUser], (layout) => showColumn(layout, "user", true, false));
  expect(hidden?.shown).toEqual([]);
  expect(filledLayout([hidden ?? unchangedLayout, () => undefined], [ofUser])[0].shown).toEqual([]);
  const sizes = { name: 300 };
  expect(storedAfter([ofUser], (layout) => ({ ...layout, sizes }))).toEqual({ ...unchangedLayout, sizes });
  expect(storedAfter([ofUser], () => unchangedLayout)).toBe(unchangedLayout);
});

test("a stored layout with changes but without an order keeps the order that it had", () => {
  const stored = { ...unchangedLayout, hidden: ["tokens"] };
  const { order, hidden } = storedLayout(stored);
  expect([order.at(0), order.at(3), order.at(-1), hidden]).toEqual(["status", "latency", "preview", ["tokens"]]);
  expect(storedLayout({ ...unchangedLayout, sizes: { name: 300 } }).order).toEqual([]);
  expect(storedLayout({ ...stored, order: ["name"] }).order).toEqual(["name"]);
});
