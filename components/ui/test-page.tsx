import { QueryClientProvider, QueryClient } from "@tanstack/react-query";
import { cleanup, configure, render, type RenderResult } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  PathParamsContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { PropsWithChildren, ReactNode } from "react";
import { onTestFinished, vi } from "vitest";

import { DraftOwner } from "./draft-owner";
import { loadAll } from "./on-demand";
import "./dialog";
import "./dropdown-menu";
import "./popover";
import "./tooltip";

/** Width and height that every element has, pixels: jsdom lays nothing out, and virtual lists ask. */
const SIZE = 600;
/** Height of what every element scrolls, pixels: more than any list here needs. */
const FULL_HEIGHT = 1e9;

// A limit for what hangs, wide enough for a slow machine.
configure({ asyncUtilTimeout: 20_000 });
// A test that opens a menu or a dialog does not wait for its code.
await loadAll();

/** The parameters of the page's path. */
const PARAMS = { entity: "acme", project: "bot" };

interface PageOptions {
  /** Whose drafts the page keeps. */
  owner?: string;
  /** Whether the window is as narrow as a phone's. */
  compact?: boolean;
  /** Called with the address that the page leads to. */
  onPush?: (href: string) => void;
  /** Called with the query of the page's own address when it follows what was chosen. */
  onSearch?: (search: string) => void;
  search?: string;
  pathname?: string;
}

/** For tests: renders what a page shows within the providers of a page, on an empty cache. */
export function renderPage(
  children: ReactNode,
  {
    owner = "tester",
    compact = false,
    onPush = () => undefined,
    onSearch = () => undefined,
    search = "",
    pathname = "/acme/bot",
  }: PageOptions = {},
): RenderResult {
  onTestFinished(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  layOut(compact);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const nothing = () => undefined;
  const router = {
    bfcacheId: "page",
    back: nothing,
    forward: nothing,
    refresh: nothing,
    push: onPush,
    replace: onPush,
    prefetch: nothing,
  };
  const Page = ({ children: content }: PropsWithChildren) => (
    <AppRouterContext value={router}>
      <PathnameContext value={pathname}>
        <PathParamsContext value={PARAMS}>
          <SearchParamsContext value={new URLSearchParams(search)}>
            <QueryClientProvider client={cache}>
              <NuqsTestingAdapter
                searchParams={search}
                hasMemory
                onUrlUpdate={({ queryString }) => onSearch(queryString)}
              >
                <DraftOwner value={owner}>{content}</DraftOwner>
              </NuqsTestingAdapter>
            </QueryClientProvider>
          </SearchParamsContext>
        </PathParamsContext>
      </PathnameContext>
    </AppRouterContext>
  );
  return render(children, { wrapper: Page });
}

/** What jsdom lacks: sizes, their observer, scrolling and the width of the window. */
function layOut(compact: boolean): void {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(SIZE);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(SIZE);
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(FULL_HEIGHT);
  vi.stubGlobal("matchMedia", () => ({
    matches: compact,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    // The older names are those that next-themes uses.
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  class SizeObserver {
    readonly #onSize: (entries: readonly unknown[]) => void;
    constructor(onSize: (entries: readonly unknown[]) => void) {
      this.#onSize = onSize;
    }
    observe() {
      queueMicrotask(() => this.#onSize([]));
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal("ResizeObserver", SizeObserver);
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  Element.prototype.scrollIntoView = () => undefined;
  const empty = document.createElement("i");
  Range.prototype.getClientRects = () => empty.getClientRects();
  Range.prototype.getBoundingClientRect = () => empty.getBoundingClientRect();
  // What is drawn is not seen, and what is measured is 0.
  const drawing: object = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true });
  Object.defineProperty(HTMLCanvasElement.prototype, "getContext", { value: () => drawing, configurable: true });
  Object.defineProperty(globalThis, "Path2D", {
    value: function Path2D() {
      return drawing;
    },
    configurable: true,
  });
  // Assigned, since jsdom has no method to spy on; every test that scrolls comes here first.
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
    if (typeof to !== "object" || to.top === undefined) return;
    this.scrollTop = to.top;
    queueMicrotask(() => this.dispatchEvent(new Event("scroll")));
  };
}
