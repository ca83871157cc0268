// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";

import { SecretRows } from "./secret-rows";
import { sentHeaders, sentRows, type SecretProblems, type SecretRow, storedRows } from "./secrets";

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const fields = (name: string) => screen.getAllByLabelText<HTMLInputElement>(name);

function show({ areKept = true, problems = {} }: { areKept?: boolean; problems?: SecretProblems } = {}) {
  const stored = storedRows(["x-team", "x-org"]);
  let shown: readonly SecretRow[] = stored;
  const note = (rows: readonly SecretRow[]) => (shown = rows);
  function Rows() {
    const [rows, setRows] = useState<readonly SecretRow[]>(stored);
    const change = (next: readonly SecretRow[]) => setRows(note(next));
    const words = { legend: "Headers", noun: "header", label: "Header", placeholder: "x-team" };
    return (
      <SecretRows {...words} most={4} rows={rows} {...{ areKept, problems }} problem={undefined} onChange={change} />
    );
  }
  renderPage(<Rows />);
  return { sent: () => sentRows(shown), sentOfHeaders: () => sentHeaders(shown) };
}

it("keeps, replaces, removes and adds values, none of which is in the document", async () => {
  const { sent, sentOfHeaders } = show();
  expect(sent()).toEqual([{ name: "x-team" }, { name: "x-org" }]);
  await press("Replace value of x-org");
  expect(document.activeElement).toBe(fields("Value")[0]);
  await userEvent.keyboard(" canary ");
  await press("Remove x-team");
  await press("Add header");
  await userEvent.type(fields("Header")[1] ?? document.body, "x-new");
  await userEvent.type(fields("Value")[1] ?? document.body, "canary 2");
  await press("Add header");
  expect(sent()).toEqual([
    { name: "x-org", value: " canary " },
    { name: "x-new", value: "canary 2" },
  ]);
  expect(sentOfHeaders()[0]).toEqual({ name: "x-org", value: "canary" });
  expect(document.documentElement.outerHTML).not.toContain("canary");
  await press("Add header");
  expect(screen.queryByRole("button", { name: "Add header" })).toBeNull();
});

it("asks for values again that cannot be kept", async () => {
  const { sent } = show({ areKept: false });
  expect(fields("Header").map(({ value }) => value)).toEqual(["x-team", "x-org"]);
  await userEvent.type(fields("Value")[1] ?? document.body, "canary");
  expect(sent()).toEqual([{ name: "x-team" }, { name: "x-org", value: "canary" }]);
});

it("shows problems at the rows that were sent", async () => {
  show({ problems: { 1: { value: "Must be entered again" }, 2: { name: "Appears more than once" } } });
  expect(screen.getByText("Must be entered again").parentElement?.textContent).toContain("x-org");
  await press("Add header");
  await press("Add header");
  await userEvent.type(fields("Header")[1] ?? document.body, "x-team");
  expect(fields("Header").map(noteOf)).toEqual([undefined, "Appears more than once"]);
});
