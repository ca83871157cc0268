// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";

import { useGridKeys } from "./use-grid-keys";

const ROWS = 20;
const onEnter = vi.fn<(index: number) => void>();
const onSelectAll = vi.fn<() => void>();

function Grid({ count = ROWS, hasOptions = true }: { count?: number; hasOptions?: boolean }) {
  const [current, setCurrent] = useState(0);
  const onKeyDown = useGridKeys({
    label: "Traces",
    count,
    currentIndex: current,
    pageRows: () => 8,
    goTo: (index) => {
      setCurrent(index);
      document.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
    },
    ...(hasOptions ? { onEnter, onSelectAll } : {}),
  });
  return (
    <div role="grid" aria-label="Traces" tabIndex={-1} onKeyDown={onKeyDown}>
      <div role="columnheader" tabIndex={0}>
        Name
      </div>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} role="row" data-index={index} tabIndex={index === current ? 0 : -1}>
          <input aria-label={`Note ${index}`} />
        </div>
      ))}
    </div>
  );
}

/** The focused element: the number of a row, or a name. */
function focused(): string {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return "nowhere";
  return activeElement.dataset.index ?? activeElement.role ?? activeElement.ariaLabel ?? activeElement.tagName;
}

const row = (index: number) => document.querySelector<HTMLElement>(`[data-index="${index}"]`);

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

describe("from row to row", () => {
  it.each([
    ["{ArrowDown}", "1"],
    ["{ArrowDown}{ArrowDown}{ArrowUp}", "1"],
    ["{PageDown}", "8"],
    ["{PageDown}{PageDown}{PageDown}", "19"],
    ["{PageDown}{PageUp}", "0"],
    ["{End}", "19"],
    ["{End}{ArrowDown}", "19"],
    ["{End}{Home}", "0"],
    ["{ArrowUp}", "columnheader"],
    ["{ArrowUp}{ArrowDown}", "0"],
    ["{ArrowUp}{End}", "columnheader"],
    ["jjk", "1"],
    ["k", "0"],
    ["{Alt>}{ArrowDown}{/Alt}", "0"],
    ["{Control>}{End}{/Control}", "19"],
  ])("%s leads to %s", async (keys, place) => {
    render(<Grid />);
    row(0)?.focus();
    await userEvent.keyboard(keys);
    expect(focused()).toBe(place);
  });

  it("leaves the keys of a control inside a row to it", async () => {
    render(<Grid />);
    await userEvent.click(screen.getByLabelText("Note 0"));
    await userEvent.keyboard("jk{ArrowDown}{Enter}");
    expect(focused()).toBe("Note 0");
    expect(screen.getByLabelText<HTMLInputElement>("Note 0").value).toBe("jk");
    expect(onEnter).not.toHaveBeenCalled();
  });

  it("stays on the header of a grid without rows", async () => {
    render(<Grid count={0} />);
    screen.getByRole("columnheader").focus();
    await userEvent.keyboard("{ArrowDown}j");
    expect(focused()).toBe("columnheader");
  });
});

describe("on a row", () => {
  it("Enter and Ctrl+A do what the grid wants", async () => {
    render(<Grid />);
    row(0)?.focus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(onEnter).toHaveBeenCalledExactlyOnceWith(1);
    await userEvent.keyboard("{Control>}a{/Control}");
    expect(onSelectAll).toHaveBeenCalledOnce();
  });

  it("the browser keeps what the grid does not take", () => {
    render(<Grid hasOptions={false} />);
    const first = row(0);
    if (!first) throw new Error("no row");
    // `fireEvent` returns false if the default was prevented.
    expect(fireEvent.keyDown(first, { key: "Enter" })).toBe(true);
    expect(fireEvent.keyDown(first, { key: "a", ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(first, { key: "ArrowDown" })).toBe(false);
  });
});
