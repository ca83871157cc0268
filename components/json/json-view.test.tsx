// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { JsonText } from "@/lib/json/text";

import { JsonView } from "./json-view";

const DOCUMENT = '{"big": 12345678901234567890, "one": 1.0, "deep": {"list": [{"needle": "found"}]}, "none": null}';

const lines = () => screen.getAllByRole("treeitem").map(({ textContent }) => textContent);
const current = () => screen.getAllByRole("treeitem").filter(({ tabIndex }) => tabIndex === 0);

function renderView(text = DOCUMENT) {
  return renderPage(<JsonView json={new JsonText(text)} name="inputs" label="Input" />);
}

it("shows every value as it was sent", () => {
  renderView();
  expect(screen.getByRole("tree", { name: "Input" })).toBeDefined();
  expect(lines()).toEqual(expect.arrayContaining(["big: 12345678901234567890", "one: 1.0", "none: null"]));
});

it("has one tab stop, and arrow keys walk, open and close it", async () => {
  renderView();
  expect(current()).toHaveLength(1);
  current()[0]?.focus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(lines()).toHaveLength(1);
  await userEvent.keyboard("{ArrowRight}{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("big: 12345678901234567890");
  await userEvent.keyboard("{End}");
  expect(document.activeElement?.textContent).toBe("none: null");
  expect(current()).toEqual([document.activeElement]);
});

it("expands ancestors of a match, and steps from match to match", async () => {
  // A short document has no toolbar.
  renderView(`{"a": {"b": {"c": {"needle": 1}}}, "z": ["needle"], "long": "${"long ".repeat(2_000)}"}`);
  await userEvent.click(screen.getByRole("button", { name: "Collapse all" }));
  expect(lines()).toHaveLength(1);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search in input" }), "needle");
  await screen.findByRole("treeitem", { name: "needle:1" });
  await userEvent.click(screen.getByRole("button", { name: "Next match" }));
  await waitFor(() => expect(lines()).toContainEqual(expect.stringContaining('"needle"')));
});
