// @vitest-environment jsdom
import { infiniteQueryOptions, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { PropsWithChildren } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "@/lib/client/api-error";
import type { ListPage } from "@/lib/live/list-pages";
import { liveHead } from "@/lib/queries/live-list";
import { createQueryClient } from "@/lib/queries/query-client";

import { useLiveList } from "./use-live-list";
import { usePlace } from "./use-place";

interface Row {
  id: string;
  text?: string;
}

const PAGE_ROWS = 3;
const rowsOf = (ids: string): Row[] =>
  ids
    .split(" ")
    .filter(Boolean)
    .map((id) => ({ id }));

/** A service with a list; counts what it is asked. */
function service(first: string) {
  const state = { rows: rowsOf(first), mark: "1", marks: 0, heads: 0, reads: 0, error: undefined as Error | undefined };
  const list = infiniteQueryOptions({
    queryKey: ["rows", "list"] as const,
    queryFn: ({ pageParam }): ListPage<Row> => {
      state.reads += 1;
      const rows = state.rows.slice(pageParam, pageParam + PAGE_ROWS);
      return { rows, readAt: state.reads, hasMore: rows.length === PAGE_ROWS };
    },
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length * PAGE_ROWS : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const live = liveHead<Row, ListPage<Row>>({
    queryKey: ["rows", "live"],
    readMark: async () => {
      state.marks += 1;
      if (state.error) throw state.error;
      return state.mark;
    },
    pagesIn: (cache) => cache.getQueryData(list.queryKey)?.pages,
    readHead: async () => {
      state.heads += 1;
      return { head: state.rows.slice(0, PAGE_ROWS) };
    },
  });
  const source = {
    list,
    live,
    idOf: ({ id }: Row) => id,
    pageRows: PAGE_ROWS,
    restart: (page: ListPage<Row>, rows: Row[]) => ({ ...page, rows, hasMore: rows.length === PAGE_ROWS }),
  };
  const write = (ids: string) => {
    state.rows = rowsOf(ids);
    state.mark += "+";
  };
  return { state, source, write };
}

const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));

async function show(first: string) {
  const { state, source, write } = service(first);
  const cache = createQueryClient();
  const Page = ({ children }: PropsWithChildren) => (
    <PathnameContext value="/acme/bot/calls">
      <SearchParamsContext value={new URLSearchParams()}>
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      </SearchParamsContext>
    </PathnameContext>
  );
  const useList = () => ({ ...useLiveList(source), ...usePlace() });
  const { result, unmount } = renderHook(useList, { wrapper: Page });
  await seconds(3);
  /** Leaves the list at a place, and comes back to it with the browser's Back. */
  const leaveAndReturn = async (offsetPx: number, meanwhile: () => void) => {
    result.current.notePlace({ offsetPx });
    unmount();
    meanwhile();
    window.dispatchEvent(new PopStateEvent("popstate"));
    const { result: returned } = renderHook(useList, { wrapper: Page });
    await seconds(3);
    window.dispatchEvent(new MouseEvent("click"));
    return returned.current;
  };
  const ids = () => result.current.rows.map(({ id }) => id).join(" ");
  const scroll = (isAtTop: boolean) => act(() => result.current.newRows.setAtTop(isAtTop));
  return { state, write, cache, ids, scroll, result, leaveAndReturn };
}

function hide(isHidden: boolean) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(isHidden ? "hidden" : "visible");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a list that grows", () => {
  it("has new rows at once while the reader is at the top", async () => {
    const { write, ids, result } = await show("b a");
    write("c b a");
    await seconds(1.5);
    expect([ids(), result.current.newRows.count]).toEqual(["c b a", 0]);
  });

  it("offers them to a reader further down, and shows them when asked to, or at the top", async () => {
    const { write, ids, scroll, result } = await show("b a");
    scroll(false);
    write("c b a");
    await seconds(1.5);
    expect([ids(), result.current.newRows.count]).toEqual(["b a", 1]);
    act(() => result.current.newRows.show());
    await seconds(0.1);
    expect([ids(), result.current.newRows.count]).toEqual(["c b a", 0]);
    write("d c b a");
    await seconds(1.5);
    expect(ids()).toBe("c b a");
    scroll(true);
    await seconds(0.1);
    expect(ids()).toBe("d c b a");
  });

  it("keeps its rows for a reader who comes back to a place further down, and offers the new ones", async () => {
    const { write, scroll, leaveAndReturn } = await show("b a");
    scroll(false);
    const { rows, newRows } = await leaveAndReturn(500, () => write("c b a"));
    expect([rows.map(({ id }) => id).join(" "), newRows.count]).toEqual(["b a", 1]);
  });

  it("does not count what may be more than a page", async () => {
    const { write, ids, scroll, result } = await show("a");
    scroll(false);
    write("f e d c b a");
    await seconds(1.5);
    expect(result.current.newRows.count).toBeUndefined();
    act(() => result.current.newRows.show());
    await seconds(0.1);
    expect([ids(), result.current.list.hasMore]).toEqual(["f e d", true]);
  });

  it("replaces a row that changed, wherever the reader is", async () => {
    const { state, scroll, result } = await show("b a");
    scroll(false);
    state.rows = [{ id: "b", text: "done" }, { id: "a" }];
    state.mark += "+";
    await seconds(1.5);
    expect(result.current.rows[0]).toEqual({ id: "b", text: "done" });
  });
});

describe("polling", () => {
  it("checks the watermark each second, and reads the head when it moved and once more", async () => {
    const { state, write } = await show("b a");
    const before = { ...state };
    await seconds(5);
    expect([state.marks - before.marks, state.heads - before.heads]).toEqual([5, 0]);
    write("c b a");
    await seconds(5);
    expect([state.heads - before.heads, state.reads - before.reads]).toEqual([2, 0]);
  });

  it("stops while the page is hidden", async () => {
    const { state } = await show("b a");
    hide(true);
    await seconds(1.5);
    const { marks } = state;
    await seconds(10);
    expect(state.marks).toBe(marks);
    hide(false);
    await seconds(2);
    expect(state.marks).toBeGreaterThan(marks);
  });

  it("is seldom while it fails, and ends when the reader declined to sign in again", async () => {
    const { state, ids, write } = await show("b a");
    const failures = async (error: Error, count: number) => {
      state.error = error;
      await seconds(2);
      const { marks } = state;
      await seconds(count);
      return state.marks - marks;
    };
    expect(await failures(new ApiError("internal", "?", { status: 500 }), 30)).toBe(2);
    state.error = undefined;
    write("c b a");
    await seconds(16);
    expect(ids()).toBe("c b a");
    expect(await failures(new ApiError("unauthenticated", "?", { status: 401 }), 60)).toBe(0);
  });
});

it("ignores a head that is older than the list", async () => {
  const { state, cache, ids } = await show("b a");
  // A row is removed and the list is read again before the next poll.
  state.rows = rowsOf("a");
  await act(() => cache.refetchQueries({ queryKey: ["rows", "list"] }));
  await seconds(0.1);
  expect(ids()).toBe("a");
  await seconds(1.5);
  expect(ids()).toBe("a");
});
