// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";

import type { DataColumns } from "./column";
import { type ColumnLayout, unchangedLayout } from "./column-layout";
import { moveBefore, moveColumn } from "./move-column";
import { useDataTable } from "./use-data-table";

const columns: DataColumns<{ id: string }> = ["a", "b", "c", "d"].map((id) => ({
  id,
  header: id,
  size: 80,
  cell: () => id,
}));

function tableWith(layout: Partial<ColumnLayout>) {
  const { result } = renderHook(() => {
    const state = useState<ColumnLayout>({ ...unchangedLayout, ...layout });
    return { layout: state[0], table: useDataTable({ id: "test", columns, layout: state }) };
  });
  return {
    get table() {
      return result.current.table;
    },
    pinned: () => result.current.layout.pinned,
    order: () => result.current.table.getAllLeafColumns().map(({ id }) => id),
  };
}

afterEach(() => cleanup());

test("the order of columns is the pinned ones, those that were moved, the rest", () => {
  expect(tableWith({ order: ["d", "gone"], pinned: ["c"] }).order()).toEqual(["c", "d", "a", "b"]);
});

test.each([
  ["a", 1, ["b", "a", "c", "d"]],
  ["d", -1, ["a", "b", "d", "c"]],
  ["a", -1, ["a", "b", "c", "d"]],
  ["d", 1, ["a", "b", "c", "d"]],
])("%s moved by %d", (id, step, order) => {
  const moved = tableWith({});
  act(() => moveColumn(moved.table, id, step));
  expect(moved.order()).toEqual(order);
});

test("a column passes hidden ones, and no pinned one", () => {
  const past = tableWith({ hidden: ["b", "c"] });
  act(() => moveColumn(past.table, "a", 1));
  expect(past.order()).toEqual(["b", "c", "d", "a"]);
  const beside = tableWith({ order: ["d"], pinned: ["c"] });
  act(() => moveColumn(beside.table, "d", -1));
  expect(beside.order()).toEqual(["c", "d", "a", "b"]);
});

test("a column that is dropped among pinned ones is one, and one that is dropped elsewhere is none", () => {
  const dropped = tableWith({ order: ["d"], pinned: ["c"] });
  act(() => moveBefore(dropped.table, "b", "c"));
  expect([dropped.pinned(), dropped.order()]).toEqual([
    ["b", "c"],
    ["b", "c", "d", "a"],
  ]);
  const taken = tableWith({ order: ["d"], pinned: ["c"] });
  act(() => moveBefore(taken.table, "c", "b"));
  expect([taken.pinned(), taken.order()]).toEqual([[], ["d", "a", "c", "b"]]);
});

test("a column that is pinned is the last of the pinned ones", () => {
  const pinned = tableWith({ pinned: ["c"] });
  act(() => pinned.table.getColumn("a")?.pin("start"));
  expect(pinned.pinned()).toEqual(["c", "a"]);
  act(() => pinned.table.getColumn("c")?.pin(false));
  expect(pinned.pinned()).toEqual(["a"]);
});
