// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";

import { FilterBuilder } from "./filter-builder";

function Page({ begin = "" }) {
  const [q, setQ] = useState(begin);
  return (
    <>
      <FilterBuilder projectId="acme/bot" q={q} onChange={setQ} />
      <output>{q}</output>
      <button onClick={() => setQ("status:error")}>Errors</button>
    </>
  );
}

const filter = () => screen.getByRole("status").textContent;
const condition = (place: string) => within(screen.getByRole("group", { name: `Condition ${place}` }));
const value = (place: string) => condition(place).getByRole("textbox", { name: "Value" });
const choose = (place: string, name: string, option: string) =>
  userEvent.selectOptions(condition(place).getByRole("combobox", { name }), option);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("writes a condition as soon as it can be read, and not before", async () => {
  renderPage(<Page />);
  await press("Condition");
  await choose("1", "Field", "latency");
  await choose("1", "Comparison", "more than");
  expect(filter()).toBe("");
  await userEvent.type(value("1"), "2x");
  expect(filter()).toBe("");
  expect(value("1").getAttribute("aria-invalid")).toBe("true");
  expect(noteOf(value("1"))).toBeDefined();
  await userEvent.type(value("1"), "{Backspace}s");
  expect(filter()).toBe("latency>2s");
  expect(value("1").getAttribute("aria-invalid")).toBeNull();
});

it("names the payload path that no call has", async () => {
  renderPage(<Page />);
  await press("Condition");
  await choose("1", "Field", "payload or attribute…");
  const path = condition("1").getByRole("textbox", { name: "Value path" });
  await userEvent.clear(path);
  await userEvent.type(path, "nowhere");
  expect(noteOf(value("1"))).toBe(
    "Unknown field nowhere; payload values start with “inputs.” or “output.”, and attributes have a dot",
  );
});

it("joins, nests, negates and removes conditions", async () => {
  renderPage(<Page begin="op:agent" />);
  await press("Group");
  await choose("2.1", "Field", "model");
  await userEvent.type(condition("2.1").getByRole("textbox", { name: "Value" }), "m-1");
  await choose("2.2", "Field", "user");
  await userEvent.type(condition("2.2").getByRole("textbox", { name: "Value" }), "ada");
  expect(filter()).toBe("op:agent (model:m-1 or user:ada)");
  await userEvent.click(condition("1").getByRole("checkbox", { name: "not" }));
  expect(filter()).toBe("not op:agent (model:m-1 or user:ada)");
  await userEvent.click(condition("2.1").getByRole("button", { name: "Remove condition" }));
  expect(filter()).toBe("not op:agent user:ada");
});

it("requires a related call to meet the conditions of a group", async () => {
  renderPage(<Page begin="op:agent" />);
  await press("Group");
  const group = screen.getByRole("group", { name: "Group 2" });
  await userEvent.selectOptions(within(group).getByRole("combobox", { name: "About" }), "A call below it");
  await choose("2.1", "Field", "op");
  await choose("2.1", "Comparison", "matches");
  await userEvent.type(value("2.1"), "support.*");
  await choose("2.2", "Field", "feedback");
  await userEvent.type(value("2.2"), "👎");
  expect(filter()).toBe("op:agent has(op:support.* or reaction:👎)");
  await userEvent.click(within(group).getAllByRole("checkbox", { name: "not" })[0] ?? group);
  expect(filter()).toBe("op:agent not has(op:support.* or reaction:👎)");
  await userEvent.selectOptions(within(group).getByRole("combobox", { name: "About" }), "The same call");
  expect(filter()).toBe("op:agent not (op:support.* or reaction:👎)");
});

it("shows a filter that is changed elsewhere in place of what it had", async () => {
  renderPage(<Page begin="op:agent" />);
  await press("Errors");
  expect(condition("1").getByRole<HTMLSelectElement>("combobox", { name: "Field" }).value).toBe("status");
  expect(screen.queryByRole("group", { name: "Condition 2" })).toBeNull();
});

it("keeps an unfinished condition until it is discarded, without changing the filter", async () => {
  const first = renderPage(<Page begin="op:agent" />);
  await press("Condition");
  await choose("2", "Field", "latency");
  await userEvent.type(value("2"), "2x");
  first.unmount();
  renderPage(<Page begin="op:agent" />);
  expect(value("2")).toHaveProperty("value", "2x");
  expect(filter()).toBe("op:agent");
  await press("Discard draft");
  expect(screen.queryByRole("group", { name: "Condition 2" })).toBeNull();
  expect(filter()).toBe("op:agent");
});
