// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import type { Failure } from "@/lib/trace/failures";

import { FailureLine } from "./failure-line";

const FAILURES: readonly Failure[] = [
  { name: "find_invoice", message: "HTTP 503 from order-service", ids: ["find-1", "find-2", "find-3"] },
  { name: "agent", message: "", ids: ["agent"] },
];

function show(selectedId: string): string[] {
  const selected: string[] = [];
  renderPage(<FailureLine failures={FAILURES} selectedId={selectedId} onSelect={(id) => selected.push(id)} />);
  return selected;
}

const line = () => screen.getByRole("region", { name: "Failures" }).textContent;

it("says what failed first, how often and why, and leads there", async () => {
  const selected = show("elsewhere");
  expect(line()).toContain("find_invoice failed 3 × · HTTP 503 from order-service");
  await userEvent.click(screen.getByRole("button", { name: /Go to first/ }));
  await userEvent.keyboard("e");
  expect(selected).toEqual(["find-1", "find-1"]);
});

it("says which failure is selected, also by a retry, and goes to the next and the one before", async () => {
  const selected = show("find-2");
  expect(line()).toContain("1 of 2");
  await userEvent.keyboard("e");
  await userEvent.keyboard("{Shift>}E{/Shift}");
  await userEvent.click(screen.getByRole("button", { name: "Next failure" }));
  expect(selected).toEqual(["agent", "agent", "agent"]);
});

it("begins again after the last", async () => {
  const selected = show("agent");
  expect(line()).toContain("agent failed");
  expect(line()).toContain("2 of 2");
  await userEvent.keyboard("e");
  await userEvent.keyboard("{Shift>}E{/Shift}");
  expect(selected).toEqual(["find-1", "find-1"]);
});
