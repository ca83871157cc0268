// @vitest-environment jsdom
import { cleanup, render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { PropsWithChildren } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "@/lib/client/api-error";

import { type DataColumns } from "./column";
import { ListScreen } from "./list-screen";
import { useDataTable } from "./use-data-table";
import { type ListState, useList } from "./use-list";

interface Row {
  id: string;
}

const readMore = vi.fn<() => void>();
const retry = vi.fn<() => void>();
const settled: ListState = {
  error: null,
  isReading: false,
  isFetching: false,
  isStale: false,
  hasMore: false,
  readMore,
  retry,
};
const columns: DataColumns<Row> = [{ id: "id", header: "Name", cell: ({ id }) => id, size: 200 }];

function Screen({ count, failure, ...state }: Partial<ListState> & { count: number; failure?: string }) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: `row ${index}` }));
  const table = useDataTable({ id: "test", columns, rows, rowId: ({ id }) => id });
  return (
    <ListScreen
      table={table}
      label="Threads"
      list={{ ...settled, ...state }}
      empty={<p>No threads yet</p>}
      end={<p>No more threads</p>}
      failure={failure}
    />
  );
}

const nothing = vi.fn<() => void>();
const router = {
  bfcacheId: "page",
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
};

/** The page that a list is on. */
function Page({ children }: PropsWithChildren) {
  return (
    <AppRouterContext value={router}>
      <PathnameContext value="/acme/a/threads">
        <SearchParamsContext value={new URLSearchParams()}>{children}</SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  );
}

const show = (props: Parameters<typeof Screen>[0]) => render(<Screen {...props} />, { wrapper: Page });
const refused = new ApiError("internal", "The disk is full", { status: 500, requestId: "r-1" });

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: vi.fn<() => void>(),
    removeEventListener: vi.fn<() => void>(),
  }));
  // Without a layout the virtual rows would have no room.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(280);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe("a list", () => {
  it("shows skeletons while its first rows are read", () => {
    show({ count: 0, isReading: true });
    expect(screen.getByRole("status", { name: "Loading threads" })).toBeDefined();
    expect(screen.queryByText("No threads yet")).toBeNull();
  });

  it("shows why it is empty, and where it ends", () => {
    const { rerender } = show({ count: 0 });
    expect(screen.getByText("No threads yet")).toBeDefined();
    rerender(<Screen count={2} />);
    expect(screen.getByRole("row", { name: "row 1" })).toBeDefined();
    expect(screen.getByText("No more threads")).toBeDefined();
    expect(screen.queryByText("No threads yet")).toBeNull();
  });

  it("that cannot be read shows the error, and retries", async () => {
    show({ count: 0, error: refused });
    expect(screen.getByRole("alert").textContent).toContain("The disk is full");
    expect(screen.getByText("r-1")).toBeDefined();
    expect(screen.queryByRole("grid")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it("shows what its screen has for the error instead", () => {
    show({ count: 0, error: refused, failure: "Invalid filter" });
    expect(screen.getByText("Invalid filter")).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each<[string, Partial<ListState>, string]>([
    ["ends early", { error: refused, hasMore: true }, "Only the first 2 rows were loaded: The disk is full"],
    ["is out of date", { error: refused }, "The list may be out of date: The disk is full"],
    ["was cut off", { error: new ApiError("cut_off", "?"), hasMore: true }, "The list was cut off after 2 rows"],
  ])("that %s keeps its rows, shows the error, and retries", async (_what, state, words) => {
    show({ count: 2, ...state });
    expect(screen.getByText(words, { exact: false })).toBeDefined();
    expect(screen.getByRole("row", { name: "row 0" })).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it("reads on near its end, and shows the page that is on its way", () => {
    show({ count: 3, hasMore: true });
    expect(readMore).toHaveBeenCalled();
    cleanup();
    show({ count: 3, hasMore: true, isReading: true });
    expect(screen.getByRole("status", { name: "Loading threads" })).toBeDefined();
    expect(screen.queryByText("No more threads")).toBeNull();
  });

  it("dims the rows of the view before", () => {
    show({ count: 2, isStale: true });
    expect(screen.getByRole("grid").closest("[aria-busy=true]")).not.toBeNull();
  });
});

describe("useList", () => {
  const refetch = vi.fn<() => Promise<never>>();
  const fetchNextPage = vi.fn<() => Promise<never>>();
  const page = { data: {}, error: null, isFetching: false, isPlaceholderData: false, refetch };
  const pages = { ...page, hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage };
  const stateOf = (query: Parameters<typeof useList>[0], rows: readonly unknown[]) =>
    renderHook(() => useList(query, rows)).result.current;

  it.each([
    ["the first rows", { ...page, data: undefined, isFetching: true }, [], true],
    ["the first rows of another view", { ...page, isPlaceholderData: true, isFetching: true }, [], true],
    ["an empty list again", { ...page, isFetching: true }, [], false],
    ["the same rows again", { ...page, isFetching: true }, [1], false],
    ["the next page", { ...pages, isFetching: true, isFetchingNextPage: true }, [1], true],
    ["nothing after a failure", { ...page, data: undefined, error: refused }, [], false],
  ])("reading %s", (_what, query, rows, isReading) => expect(stateOf(query, rows).isReading).toBe(isReading));

  it("reads the next page once, and again after a failure only when asked to", () => {
    stateOf(pages, [1]).readMore();
    expect(fetchNextPage).toHaveBeenCalledOnce();
    stateOf({ ...pages, isFetching: true }, [1]).readMore();
    const failed = stateOf({ ...pages, error: refused, isFetchNextPageError: true }, [1]);
    failed.readMore();
    expect(fetchNextPage).toHaveBeenCalledOnce();
    failed.retry();
    expect(fetchNextPage).toHaveBeenCalledTimes(2);
    expect(refetch).not.toHaveBeenCalled();
    stateOf({ ...pages, error: refused }, [1]).retry();
    expect(refetch).toHaveBeenCalledOnce();
  });
});
