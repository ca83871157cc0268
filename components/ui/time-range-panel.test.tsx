// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ALL_TIME, type TimeSpan } from "@/lib/filter/time-span";

import { noteOf } from "./test-fields";
import { renderPage } from "./test-page";
import { TimeRangePanel } from "./time-range-panel";

const NOW = Date.parse("2026-11-20T12:00:00Z");

async function renderPanel(span: TimeSpan = ALL_TIME) {
  const onChoose = vi.fn<(span: TimeSpan) => void>();
  renderPage(<TimeRangePanel span={span} onChoose={onChoose} />);
  const useUtc = screen.queryByRole("button", { name: "Use UTC" });
  if (useUtc) await userEvent.click(useUtc);
  return onChoose;
}

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("a typed range", () => {
  const words = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Type a range" });

  it("is shown as it is understood, and applied with Enter", async () => {
    const onChoose = await renderPanel();
    await userEvent.type(words(), "yesterday 2pm - 4pm");
    expect(noteOf(words())).toContain("Yesterday 14:00 to 16:00");
    await userEvent.type(words(), "{Enter}");
    expect(onChoose).toHaveBeenCalledWith({ ...ALL_TIME, range: "yesterday 14:00 to 16:00" });
  });

  it("is two instants without a relative word", async () => {
    const onChoose = await renderPanel();
    await userEvent.type(words(), "18 nov 9:00 to 10:00{Enter}");
    const [from, to] = ["2026-11-18T09:00:00.000Z", "2026-11-18T10:00:00.000Z"];
    expect(onChoose).toHaveBeenCalledWith({ range: null, from, to });
  });

  it("that is not understood says so and stays", async () => {
    const onChoose = await renderPanel();
    await userEvent.type(words(), "someday{Enter}");
    expect(noteOf(words())).toContain("Enter a range");
    expect(words().value).toBe("someday");
    expect(onChoose).not.toHaveBeenCalled();
  });
});

describe("the calendar", () => {
  const day = (name: string) => screen.getByRole("button", { name });

  it("selects one day, or two with all between them", async () => {
    const onChoose = await renderPanel();
    await userEvent.click(day("Tuesday 17 November 2026"));
    await userEvent.click(day("Thursday 19 November 2026"));
    const selected = screen.getAllByRole("gridcell", { selected: true });
    expect(selected.map((cell) => cell.textContent)).toEqual(["17", "18", "19"]);
    await userEvent.click(screen.getByRole("button", { name: "Apply range" }));
    const [from, to] = ["2026-11-17T00:00:00.000Z", "2026-11-19T23:59:59.999999Z"];
    expect(onChoose).toHaveBeenCalledWith({ range: null, from, to });
  });

  it("is one tab stop, moved by arrow keys", async () => {
    await renderPanel();
    const today = day("Friday 20 November 2026");
    today.focus();
    expect(
      within(screen.getByRole("grid"))
        .getAllByRole("button")
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toEqual([today]);
    for (const [key, name] of [
      ["{ArrowRight}", "Saturday 21 November 2026"],
      ["{ArrowDown}", "Saturday 28 November 2026"],
      ["{Home}", "Monday 23 November 2026"],
      ["{End}", "Sunday 29 November 2026"],
      ["{PageUp}", "Thursday 29 October 2026"],
    ] as const) {
      await userEvent.keyboard(key);
      expect(document.activeElement?.getAttribute("aria-label")).toBe(name);
    }
    expect(screen.getByRole("grid", { name: "October 2026" })).toBeDefined();
  });
});

it("marks the chosen one of the usual ranges, and selects another", async () => {
  const onChoose = await renderPanel({ ...ALL_TIME, range: "today" });
  expect(screen.getByRole("button", { name: "Today" }).getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Last 7 days" }));
  expect(onChoose).toHaveBeenCalledWith({ ...ALL_TIME, range: "7d" });
});
