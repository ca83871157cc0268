// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { element, elements } from "@/components/ui/test-elements";
import { renderPage } from "@/components/ui/test-page";

import { type DataColumns, type Sort } from "./column";
import { ColumnsMenu } from "./columns-menu";
import { DataTable } from "./data-table";
import { SortMenu } from "./sort-menu";
import { useDataTable } from "./use-data-table";

interface Row {
  id: string;
  tokens: number;
}

const columns: DataColumns<Row> = [
  { id: "id", cell: ({ id }) => id, header: "Name", size: 200, meta: { primary: true, phone: { line: 1 } } },
  {
    id: "tokens",
    header: "Tokens",
    cell: ({ tokens }) => tokens,
    size: 80,
    meta: { sort: "desc", align: "end", phone: { line: 2 } },
  },
  { id: "model", header: "Model", size: 80, cell: () => "small-1" },
];

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `call ${index}`, tokens: index * 10 }));

interface ScreenProps {
  count?: number;
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  onEndReached?: () => void;
  onTopChange?: (atTop: boolean) => void;
  selects?: boolean;
  peeks?: boolean;
  /** A preview with a row of its own and a button, which a phone has too. */
  hasInner?: boolean;
  hasMore?: boolean;
}

function Screen({ count = 4, sort, selects, peeks, hasInner, onSortChange = () => undefined, ...props }: ScreenProps) {
  const [rows] = useState(() => rowsOf(count));
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [peeked, setPeeked] = useState<string | null>(null);
  const inner = useRef<HTMLDivElement>(null);
  const table = useDataTable({
    id: "calls",
    columns,
    rows,
    rowId: ({ id }) => id,
    sort,
    onSortChange,
    selection: selects ? { ids, onChange: setIds } : undefined,
  });
  return (
    <>
      <ColumnsMenu table={table} />
      <SortMenu table={table} />
      <output aria-label="Selected">{[...ids].join(", ")}</output>
      <output aria-label="Peeked">{peeked}</output>
      <DataTable
        {...props}
        table={table}
        label="Calls"
        rowHref={({ id }) => `/acme/bot/calls/${id.replace(" ", "-")}`}
        peek={
          peeks
            ? { id: peeked, onChange: setPeeked, ...(hasInner && { inner: () => inner.current, onPhone: true }) }
            : undefined
        }
        footer={<p>No more calls</p>}
      />
      {hasInner && (
        <>
          <div ref={inner}>
            <button data-index={0} tabIndex={0}>
              Inner row
            </button>
          </div>
          <button onClick={() => setPeeked("call 3")}>Preview call 3</button>
        </>
      )}
    </>
  );
}

const grid = () => screen.getByLabelText("Calls");
const row = (name: string) => element("row", name);
const header = (name: string) => element("columnheader", name);
const headers = () => elements("columnheader").map(({ textContent }) => textContent);
const cells = (name: string) =>
  [...row(name).querySelectorAll("[role=gridcell]")].map(({ textContent }) => textContent);
const output = (name: string) => screen.getByLabelText(name).textContent;
const focusRow = (name: string) => row(name).focus();
const focused = () => document.activeElement?.textContent ?? "";

describe("rows", () => {
  it("are links with their cells in the order of the columns, below the header", () => {
    renderPage(<Screen />);
    expect(headers()).toEqual(["Name", "Tokens", "Model"]);
    expect(cells("call 2")).toEqual(["call 2", "20", "small-1"]);
    expect(screen.getByRole("link", { name: "call 2" }).getAttribute("href")).toBe("/acme/bot/calls/call-2");
    expect(row("call 0").getAttribute("aria-rowindex")).toBe("2");
    expect(grid().getAttribute("aria-rowcount")).toBe("5");
    expect(screen.getByText("No more calls")).toBeDefined();
  });

  it("are in the document only near what is seen, however many there are", async () => {
    renderPage(<Screen count={5_000} hasMore />);
    expect(elements("row").length).toBeLessThan(80);
    expect(grid().getAttribute("aria-rowcount")).toBe("-1");
    focusRow("call 0");
    await userEvent.keyboard("{End}");
    await waitFor(() => expect(focused()).toContain("call 4999"));
    expect(() => row("call 00")).toThrow("No row");
  });

  it("tell when their end is near, and when the reader leaves the top", async () => {
    const [onEndReached, onTopChange] = [vi.fn<() => void>(), vi.fn<(atTop: boolean) => void>()];
    renderPage(<Screen count={500} onEndReached={onEndReached} onTopChange={onTopChange} />);
    expect(onEndReached).not.toHaveBeenCalled();
    focusRow("call 0");
    await userEvent.keyboard("{End}");
    await waitFor(() => expect(onEndReached).toHaveBeenCalled());
    expect(onTopChange).toHaveBeenLastCalledWith(false);
    await userEvent.keyboard("{Home}");
    await waitFor(() => expect(onTopChange).toHaveBeenLastCalledWith(true));
  });

  it("have a click that opens their page, with Ctrl in a new tab", async () => {
    const onPush = vi.fn<(href: string) => void>();
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    renderPage(<Screen />, { onPush });
    await userEvent.click(screen.getByText("20"));
    expect(onPush).toHaveBeenCalledExactlyOnceWith("/acme/bot/calls/call-2");
    focusRow("call 1");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(open).toHaveBeenCalledExactlyOnceWith("/acme/bot/calls/call-1", "_blank", "noopener");
    expect(onPush).toHaveBeenCalledOnce();
  });
});

describe("keyboard", () => {
  it.each([
    ["{ArrowDown}", "call 1"],
    ["jj{ArrowUp}", "call 1"],
    ["{End}", "call 3"],
    ["{End}{Home}", "call 0"],
    ["{PageDown}", "call 3"],
    ["{ArrowUp}", "Name"],
    ["{ArrowUp}{ArrowRight}", "Tokens"],
    ["{ArrowUp}{ArrowDown}", "call 0"],
  ])("%s leads to %s", async (keys, place) => {
    renderPage(<Screen />);
    focusRow("call 0");
    await userEvent.keyboard(keys);
    await waitFor(() => expect(focused()).toContain(place));
  });

  it("has one tab stop among the headers and one among the rows", async () => {
    renderPage(<Screen />);
    header("Name").focus();
    await userEvent.tab();
    expect(focused()).toContain("call 0");
    focusRow("call 2");
    await userEvent.tab({ shift: true });
    await userEvent.tab();
    expect(focused()).toContain("call 2");
  });

  it("opens the row with Enter", async () => {
    const onPush = vi.fn<(href: string) => void>();
    renderPage(<Screen />, { onPush });
    focusRow("call 0");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(onPush).toHaveBeenCalledExactlyOnceWith("/acme/bot/calls/call-1");
  });
});

describe("sorting", () => {
  it.each<[string, Sort | undefined, Sort]>([
    ["first in the column's own direction", undefined, { id: "tokens", direction: "desc" }],
    ["then in the other", { id: "tokens", direction: "desc" }, { id: "tokens", direction: "asc" }],
    ["then in its own again", { id: "tokens", direction: "asc" }, { id: "tokens", direction: "desc" }],
  ])("%s, by click and by Enter", async (_when, sort, next) => {
    const onSortChange = vi.fn<(sort: Sort) => void>();
    renderPage(<Screen sort={sort} onSortChange={onSortChange} />);
    await userEvent.click(header("Tokens"));
    header("Tokens").focus();
    await userEvent.keyboard("{Enter}");
    expect(onSortChange.mock.calls).toEqual([[next], [next]]);
  });

  it("is not offered by a column that cannot be sorted", async () => {
    const onSortChange = vi.fn<(sort: Sort) => void>();
    renderPage(<Screen sort={{ id: "tokens", direction: "asc" }} onSortChange={onSortChange} />);
    await userEvent.click(header("Name"));
    expect(onSortChange).not.toHaveBeenCalled();
    expect(["Name", "Tokens"].map((name) => header(name).getAttribute("aria-sort"))).toEqual([null, "ascending"]);
  });

  it("is in a menu too, for a phone", async () => {
    const onSortChange = vi.fn<(sort: Sort) => void>();
    renderPage(<Screen sort={{ id: "tokens", direction: "desc" }} onSortChange={onSortChange} />, { compact: true });
    await userEvent.click(screen.getByRole("button", { name: "Sort" }));
    expect(screen.queryByRole("menuitemradio", { name: "Name" })).toBeNull();
    await userEvent.click(screen.getByRole("menuitemradio", { name: "Ascending" }));
    expect(onSortChange).toHaveBeenCalledExactlyOnceWith({ id: "tokens", direction: "asc" });
  });
});

describe("columns", () => {
  const open = () => userEvent.click(screen.getByRole("button", { name: "Columns" }));

  it("are hidden and shown", async () => {
    renderPage(<Screen />);
    await open();
    await userEvent.click(screen.getByRole("checkbox", { name: "Tokens" }));
    expect(headers()).toEqual(["Name", "Model"]);
    expect(screen.queryByText("20")).toBeNull();
    await userEvent.click(screen.getByRole("checkbox", { name: "Tokens" }));
    expect(screen.getByText("20")).toBeDefined();
  });

  it("are moved, and reset", async () => {
    renderPage(<Screen />);
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Move Model left" }));
    expect(headers()).toEqual(["Name", "Model", "Tokens"]);
    await userEvent.click(screen.getByRole("button", { name: "Reset columns" }));
    expect(headers()).toEqual(["Name", "Tokens", "Model"]);
  });

  it("are as wide, and where, the keyboard puts them, and stay so", async () => {
    const first = renderPage(<Screen />);
    header("Tokens").focus();
    await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}{Alt>}{ArrowLeft}{/Alt}");
    expect(headers()).toEqual(["Tokens", "Name", "Model"]);
    const width = grid().style.getPropertyValue("--columns");
    expect(width).not.toBe("80px 200px 80px");
    first.unmount();
    renderPage(<Screen />);
    expect(headers()).toEqual(["Tokens", "Name", "Model"]);
    expect(grid().style.getPropertyValue("--columns")).toBe(width);
  });
});

describe("dragging an edge", () => {
  const widths = () => grid().style.getPropertyValue("--columns");
  const edge = (name: string) => {
    const handle = header(name).querySelector("[data-edge]");
    if (!handle) throw new Error(`${name} has no edge`);
    return handle;
  };

  it.each([
    [30, "200px 110px 80px"],
    [-40, "200px 40px 80px"],
    [-400, "200px 40px 80px"],
    [4_000, "200px 1200px 80px"],
  ])("by %d px changes the width alone", async (px, expected) => {
    const onSortChange = vi.fn<(sort: Sort) => void>();
    renderPage(<Screen onSortChange={onSortChange} />);
    expect(fireEvent.mouseDown(edge("Tokens"), { clientX: 500 })).toBe(false);
    fireEvent.mouseMove(document, { clientX: 500 + px });
    await waitFor(() => expect(widths()).toBe(expected));
    fireEvent.mouseUp(document, { clientX: 500 + px });
    // The browser's click on what was under the pointer at both ends.
    fireEvent.click(header("Tokens"));
    expect(widths()).toBe(expected);
    expect(onSortChange).not.toHaveBeenCalled();
    expect(headers()).toEqual(["Name", "Tokens", "Model"]);
  });

  it("does not keep the next click from sorting", () => {
    const onSortChange = vi.fn<(sort: Sort) => void>();
    renderPage(<Screen onSortChange={onSortChange} />);
    fireEvent.mouseDown(edge("Tokens"), { clientX: 500 });
    fireEvent.mouseUp(document, { clientX: 510 });
    fireEvent.mouseDown(header("Tokens"));
    fireEvent.click(header("Tokens"));
    expect(onSortChange).toHaveBeenCalledExactlyOnceWith({ id: "tokens", direction: "desc" });
  });
});

describe("selection", () => {
  const box = (name: string) => within(row(name)).getByRole("checkbox", { name: "Select" });

  it("takes single rows, ranges and all", async () => {
    renderPage(<Screen selects />);
    const user = userEvent.setup();
    await user.click(box("call 0"));
    await user.keyboard("{Shift>}");
    await user.click(box("call 2"));
    await user.keyboard("{/Shift}");
    expect(output("Selected")).toBe("call 0, call 1, call 2");
    expect(row("call 1").getAttribute("aria-selected")).toBe("true");
    await user.click(box("call 1"));
    expect(output("Selected")).toBe("call 0, call 2");
    await user.click(screen.getByRole("checkbox", { name: "Select all loaded rows" }));
    expect(output("Selected")).toBe("call 0, call 2, call 1, call 3");
    await user.click(screen.getByRole("checkbox", { name: "Select all loaded rows" }));
    expect(output("Selected")).toBe("");
  });

  it("works by keyboard, and Escape clears it", async () => {
    renderPage(<Screen selects />);
    focusRow("call 0");
    await userEvent.keyboard("x{ArrowDown}{ArrowDown}{Shift>}x{/Shift}");
    expect(output("Selected")).toBe("call 0, call 1, call 2");
    await userEvent.keyboard("{Control>}a{/Control}");
    expect(output("Selected")).toBe("call 0, call 1, call 2, call 3");
    await userEvent.keyboard("{Escape}");
    expect(output("Selected")).toBe("");
  });
});

describe("preview", () => {
  it("opens by a click or Space, follows the current row, and closes before the selection is cleared", async () => {
    const onPush = vi.fn<(href: string) => void>();
    renderPage(<Screen peeks selects />, { onPush });
    await userEvent.click(screen.getByText("20"));
    expect(output("Peeked")).toBe("call 2");
    focusRow("call 2");
    await userEvent.keyboard("x{ArrowDown}");
    expect(output("Peeked")).toBe("call 3");
    await userEvent.keyboard("{Escape}");
    expect([output("Peeked"), output("Selected")]).toEqual(["", "call 2"]);
    await userEvent.keyboard(" ");
    expect(output("Peeked")).toBe("call 3");
    await userEvent.keyboard("p{Escape}");
    expect([output("Peeked"), output("Selected")]).toEqual(["", ""]);
    expect(onPush).not.toHaveBeenCalled();
  });

  it("is entered by ArrowRight, and then follows the rows without losing the focus", async () => {
    renderPage(<Screen peeks hasInner />);
    focusRow("call 1");
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement?.textContent).not.toBe("Inner row");
    await userEvent.keyboard("p{ArrowRight}");
    expect(document.activeElement?.textContent).toBe("Inner row");
    await userEvent.keyboard("jj");
    expect(output("Peeked")).toBe("call 3");
    expect(document.activeElement?.textContent).toBe("Inner row");
  });

  it("has the arrow keys up and down while it is open, if it has rows", async () => {
    renderPage(<Screen peeks hasInner />);
    focusRow("call 1");
    await userEvent.keyboard("{ArrowDown}p{ArrowDown}{ArrowUp}");
    expect(output("Peeked")).toBe("call 2");
    await userEvent.keyboard("p{ArrowDown}");
    expect(document.activeElement).toBe(row("call 3"));
  });

  it("can be moved by its own buttons", async () => {
    renderPage(<Screen peeks hasInner />);
    focusRow("call 1");
    await userEvent.keyboard("p");
    await userEvent.click(screen.getByText("Preview call 3"));
    await userEvent.keyboard("k");
    expect(output("Peeked")).toBe("call 2");
  });

  it("is also on a phone if it has a form for it", async () => {
    renderPage(<Screen peeks hasInner />, { compact: true });
    await userEvent.click(screen.getByText("20"));
    expect(output("Peeked")).toBe("call 2");
  });

  it("gives way to the row's page on a phone", async () => {
    const onPush = vi.fn<(href: string) => void>();
    renderPage(<Screen peeks />, { onPush, compact: true });
    await userEvent.click(screen.getByText("20"));
    expect(output("Peeked")).toBe("");
    expect(onPush).toHaveBeenCalledExactlyOnceWith("/acme/bot/calls/call-2");
  });
});

it("shows on a phone only the columns that have a place in its two lines", () => {
  renderPage(<Screen />, { compact: true });
  expect(cells("call 2")).toEqual(["call 2", "20"]);
});
