import { QueryClientProvider, QueryClient } from "@tanstack/react-query";
import { cleanup, configure, render, type RenderResult } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactNode } from "react";
import { onTestFinished, vi } from "vitest";

import { DraftOwner } from "./draft-owner";
import { TooltipProvider } from "./tooltip";

/** Width and height that every element has, pixels: jsdom lays nothing out, and virtual lists ask. */
const SIZE = 600;

// A limit for what hangs, wide enough for a slow machine.
configure({ asyncUtilTimeout: 20_000 });

/** For tests: renders what a page shows within the providers of a page, on an empty cache. */
export function renderPage(children: ReactNode, { owner = "tester" } = {}): RenderResult {
  onTestFinished(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(SIZE);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(SIZE);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={cache}>
      <NuqsTestingAdapter>
        <DraftOwner value={owner}>
          <TooltipProvider>{children}</TooltipProvider>
        </DraftOwner>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
}
