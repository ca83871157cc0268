// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { expect, it } from "vitest";

import { Dialog } from "./dialog";
import { DropdownMenu } from "./dropdown-menu";
import { Popover } from "./popover";
import { renderPage } from "./test-page";

/** Presses Escape as soon as it is on the page, before effects start to listen. */
function EscapeAtOnce() {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    place.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  }, []);
  return <span ref={place}>Content</span>;
}

function DialogPage() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts">
        <EscapeAtOnce />
      </Dialog>
    </>
  );
}

const opener = <button>Open</button>;
const PAGES: [role: string, page: ReactNode][] = [
  ["dialog", <DialogPage key="dialog" />],
  [
    "popover",
    <Popover key="popover" trigger={opener} label="Columns">
      <EscapeAtOnce />
    </Popover>,
  ],
  [
    "menu",
    <DropdownMenu key="menu" trigger={opener}>
      <EscapeAtOnce />
    </DropdownMenu>,
  ],
];

it.each(PAGES)("a %s closes by Escape from the moment that it is open", async (_name, page) => {
  renderPage(page);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await waitFor(() => expect(screen.queryByText("Content")).toBeNull());
});
