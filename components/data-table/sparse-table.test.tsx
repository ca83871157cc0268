// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";

import { element, elements } from "@/components/ui/test-elements";
import { renderPage } from "@/components/ui/test-page";

import { type DataColumns, type Placed, type Sort } from "./column";
import { DataTable } from "./data-table";
import { useDataTable } from "./use-data-table";

const columns: DataColumns<Placed<string>> = [
  { id: "at", cell: ({ at }) => at, header: "Position", size: 80, meta: { sort: "asc", phone: { line: 1 } } },
  { id: "value", cell: ({ row }) => row ?? "…", header: "Value", size: 200, meta: { sort: "asc" } },
];

interface ScreenProps {
  count: number;
  /** Rows before this one are loaded. */
  loaded?: number;
  onSortChange?: (sort: Sort) => void;
  onSeen?: (indices: readonly number[]) => void;
}

function Screen({ count, loaded = count, onSortChange = () => undefined, onSeen }: ScreenProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const [places] = useState(() => new Map<number, Placed<string>>());
  const rowAt = (at: number) => {
    const placed = places.get(at) ?? { at, row: at < loaded ? `value ${at}` : undefined };
    places.set(at, placed);
    return placed;
  };
  const table = useDataTable({ id: "rows", columns, sort: { id: "at", direction: "asc" }, onSortChange });
  return (
    <>
      <button onClick={() => setOpened(null)}>Close row</button>
      <output aria-label="Opened">{opened}</output>
      <DataTable
        table={table}
        label="Rows"
        count={count}
        rowAt={rowAt}
        onSeen={onSeen}
        peek={{ id: opened, onChange: setOpened }}
        footer={count === 0 && <p>No rows</p>}
      />
    </>
  );
}

const row = (at: number) => waitFor(() => element("row", `${at}value`));
const opened = () => screen.getByLabelText("Opened").textContent;
const focusRow = async (at: number) => (await row(at)).focus();
const expectFocus = (at: number) =>
  waitFor(() => expect(document.activeElement?.getAttribute("data-index")).toBe(String(at)));

it("draws the rows that are seen of any number of rows, and shows which are not loaded", async () => {
  const onSeen = vi.fn<(indices: readonly number[]) => void>();
  renderPage(<Screen count={3_000_000_000} loaded={2} onSeen={onSeen} />);
  expect((await row(1)).textContent).toBe("1value 1");
  expect(element("row", "2…").getAttribute("aria-rowindex")).toBe("4");
  expect(elements("row").length).toBeLessThan(80);
  expect(screen.getByLabelText("Rows").getAttribute("aria-rowcount")).toBe("3000000001");
  expect(onSeen.mock.lastCall?.[0].slice(0, 3)).toEqual([0, 1, 2]);
});

it.each([
  ["{ArrowDown}", 1],
  ["jjk", 1],
  ["{End}", 2_999_999_999],
  ["{End}{ArrowUp}", 2_999_999_998],
  ["{End}{Home}", 0],
])("%s leads to row %i", async (keys, at) => {
  renderPage(<Screen count={3_000_000_000} />);
  await focusRow(0);
  for (const key of keys.match(/\{\w+\}|\w/g) ?? []) {
    await userEvent.keyboard(key);
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  }
  await expectFocus(at);
});

it("passes a page with PageDown, and goes back with PageUp", async () => {
  renderPage(<Screen count={1_000} />);
  await focusRow(0);
  await userEvent.keyboard("{PageDown}");
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  const passed = Number(document.activeElement?.getAttribute("data-index"));
  expect(passed).toBeGreaterThan(10);
  expect(passed).toBeLessThan(30);
  await userEvent.keyboard("{PageUp}");
  await expectFocus(0);
});

it("opens a row by click or Enter, follows the current row while one is open, and gives the focus back", async () => {
  renderPage(<Screen count={50} />);
  await userEvent.click(await row(3));
  expect(opened()).toBe("3");
  await userEvent.click(await row(3));
  expect(opened()).toBe("3");
  await focusRow(3);
  await userEvent.keyboard("{ArrowDown}");
  expect(opened()).toBe("4");
  expect((await row(4)).getAttribute("aria-selected")).toBe("true");
  screen.getByRole("button", { name: "Close row" }).click();
  await waitFor(() => expect(opened()).toBe(""));
  await focusRow(6);
  await userEvent.keyboard("{ArrowDown}");
  expect(opened()).toBe("");
  await userEvent.keyboard("{Enter}");
  expect(opened()).toBe("7");
});

it("sorts by its headers, which ArrowUp leads to", async () => {
  const onSortChange = vi.fn<(sort: Sort) => void>();
  renderPage(<Screen count={5} onSortChange={onSortChange} />);
  await focusRow(0);
  await userEvent.keyboard("{ArrowUp}{Enter}{ArrowRight}{Enter}");
  expect(onSortChange.mock.calls).toEqual([[{ id: "at", direction: "desc" }], [{ id: "value", direction: "asc" }]]);
});

it("shows its footer where there are no rows", () => {
  renderPage(<Screen count={0} />);
  expect(screen.getByText("No rows")).toBeDefined();
});

it("shows on a phone only the columns that have a place in its two lines", async () => {
  renderPage(<Screen count={5} />, { compact: true });
  await waitFor(() =>
    expect(elements("gridcell").map(({ textContent }) => textContent)).toEqual(["0", "1", "2", "3", "4"]),
  );
});
