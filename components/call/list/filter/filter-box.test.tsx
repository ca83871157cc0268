// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, standInRelay } from "@/lib/client/test-relay";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";

import { FilterBox } from "./filter-box";

it("has the caret after a completed field before the next key", async () => {
  standInRelay({});
  renderPage(<FilterBox id="search" projectId="acme/bot" view={NEWEST_TRACES} onChange={() => {}} />);
  const box = screen.getByRole<HTMLInputElement>("combobox");
  await userEvent.type(box, " parcel");
  await userEvent.type(box, "stat", { initialSelectionStart: 0, initialSelectionEnd: 0 });
  await screen.findByRole("option", { name: /^status/ });
  fireEvent.keyDown(box, { key: "ArrowDown" });
  fireEvent.keyDown(box, { key: "Enter" });
  expect([box.value, box.selectionStart]).toEqual(["status: parcel", "status:".length]);
});

it("opens what has the typed text as its ID, of a text in the form of an ID with Enter alone", async () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const opened: string[] = [];
  standInRelay({ "/ids/find": { found: [{ kind: "trace", id: trace, ref: "core:///acme/bot/call/root" }] } });
  renderPage(<FilterBox id="search" projectId="acme/bot" view={NEWEST_TRACES} onChange={() => {}} opensIds />, {
    onPush: (href) => opened.push(href),
  });
  const box = screen.getByRole<HTMLInputElement>("combobox");
  await userEvent.click(box);
  await userEvent.paste(trace);
  await screen.findByRole("option", { name: /^Open the trace 4bf9/ });
  fireEvent.keyDown(box, { key: "Enter" });
  expect(opened).toEqual(["/acme/bot/calls/root"]);
});

it.each([
  [
    "opens what it belongs to",
    [{ kind: "trace", id: "t", ref: "core:///acme/bot/call/root" }],
    ["/acme/bot/calls/root"],
    0,
  ],
  ["filters by it if it belongs to nothing", [], [], 1],
])("with Enter before the answer about an ID, %s", async (_, found, pages, filters) => {
  const opened: string[] = [];
  const changed: object[] = [];
  const later = laterAnswer();
  standInRelay({ "/ids/find": later.answer });
  const box = (
    <FilterBox
      id="search"
      projectId="acme/bot"
      view={NEWEST_TRACES}
      onChange={(change) => changed.push(change)}
      opensIds
    />
  );
  renderPage(box, { onPush: (href) => opened.push(href) });
  await userEvent.click(screen.getByRole("combobox"));
  await userEvent.paste("4bf92f3577b34da6a3ce929d0e0e4736");
  await userEvent.keyboard("{Enter}");
  expect([opened, changed]).toEqual([[], []]);
  later.give({ found });
  await expect.poll(() => [opened, changed.length]).toEqual([pages, filters]);
});
