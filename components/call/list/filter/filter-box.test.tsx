// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
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
