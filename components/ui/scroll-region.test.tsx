// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { CodeBlock } from "./code-block";
import { ScrollRegion } from "./scroll-region";

afterEach(cleanup);

it("is a named region that Tab leads to", async () => {
  const onScroll = vi.fn<() => void>();
  render(
    <ScrollRegion label="Lines of the log" onScroll={onScroll} className="overflow-auto">
      <p>one</p>
    </ScrollRegion>,
  );
  const region = screen.getByRole("region", { name: "Lines of the log" });
  await userEvent.tab();
  expect(document.activeElement).toBe(region);
  region.dispatchEvent(new Event("scroll", { bubbles: true }));
  expect(onScroll).toHaveBeenCalledOnce();
  expect(region.className).toBe("overflow-auto");
});

it("contains the code of a block, before its copy button", async () => {
  render(<CodeBlock code="npm start" label="Command" />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Command" }));
  expect(document.activeElement?.textContent).toBe("npm start");
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Copy command" }));
});
