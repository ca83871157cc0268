// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { useQueryState } from "nuqs";
import { expect, it } from "vitest";

import { useShortcuts } from "./shortcuts";
import { renderPage } from "./test-page";
import { useGoTo } from "./use-go-to";

function Page() {
  const [tab, setTab] = useQueryState("tab");
  const goTo = useGoTo();
  useShortcuts("Page", [
    { keys: "2", description: "Value", run: () => void setTab("value") },
    { keys: "e", description: "Edit", run: () => goTo("/edit") },
  ]);
  return <p>{tab}</p>;
}

it("leads to another page once the address has what was chosen right before", async () => {
  const made: string[] = [];
  const note = (address: string) => void made.push(address);
  renderPage(<Page />, { onPush: note, onSearch: note });
  for (const key of ["2", "e"]) fireEvent.keyDown(document.body, { key });
  screen.getByText("value");
  await expect.poll(() => made).toEqual(["?tab=value", "/edit"]);
});
