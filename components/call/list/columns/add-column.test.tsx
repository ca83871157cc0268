// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { unchangedLayout } from "@/components/data-table/column-layout";
import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";

import { AddColumn } from "./add-column";

const path = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Add a column" });
const shown = () => screen.getByRole("status").textContent;

function Columns() {
  const [layout, setLayout] = useState({ ...unchangedLayout, shown: ["name", "inputs.a"] });
  return (
    <>
      <AddColumn params={{ projectId: "acme/bot", view: NEWEST_TRACES }} layout={[layout, setLayout]} />
      <p role="status">{layout.shown.join(" ")}</p>
    </>
  );
}

it("adds the value's column at the end, and is empty afterwards", async () => {
  standInRelay({});
  renderPage(<Columns />);
  await userEvent.type(path(), "output.choices.0.message.content{Enter}");
  expect(shown()).toBe("name inputs.a output.choices.0.message.content");
  expect(path().value).toBe("");
});

it("adds an attribute's column by its short name, and offers known ones by it", async () => {
  const call = { id: "a", attributes: { otel: { attributes: { "acme.tier": "pro" } } } };
  standInRelay({ "/calls/stream_query": new Response(`${JSON.stringify(call)}\n`) });
  renderPage(<Columns />);
  await waitFor(() => expect(path().list?.options[0]?.value).toBe("acme.tier"));
  await userEvent.type(path(), "acme.tier{Enter}feedback.tone{Enter}");
  expect(shown()).toBe("name inputs.a attributes.[acme.tier] feedback.tone");
});

it("moves a column that is there already to the end", async () => {
  standInRelay({});
  renderPage(<Columns />);
  await userEvent.type(path(), "output.b{Enter}inputs.a{Enter}");
  expect(shown()).toBe("name output.b inputs.a");
});

it("shows what it expects when that is not a path, until the text changes", async () => {
  standInRelay({});
  renderPage(<Columns />);
  await userEvent.type(path(), "latency{Enter}");
  expect(noteOf(path())).toContain("Enter an attribute or a path, such as acme.tier");
  expect(path().getAttribute("aria-invalid")).toBe("true");
  expect(shown()).toBe("name inputs.a");
  await userEvent.clear(path());
  expect(path().getAttribute("aria-invalid")).toBeNull();
});
