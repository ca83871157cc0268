// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { Dialog } from "./dialog";
import { renderPage } from "./test-page";

function Page({ removesOpener = false }) {
  const [open, setOpen] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      {!(removesOpener && open) && <button onClick={() => setOpen(true)}>Delete call</button>}
      <Dialog open={open} onOpenChange={setOpen} title="Delete this call?" description="You can undo it for 30 s.">
        <button onClick={() => setOpen(false)}>Delete</button>
      </Dialog>
    </main>
  );
}

it("is named and described, focuses its first control, and restores the focus", async () => {
  renderPage(<Page />);
  const opener = screen.getByRole("button", { name: "Delete call" });
  await userEvent.click(opener);
  const dialog = screen.getByRole("dialog", { name: "Delete this call?" });
  expect(dialog.getAttribute("aria-describedby")).toBe(screen.getByText("You can undo it for 30 s.").id);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Delete" }));
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it("keeps Tab inside while it is open", async () => {
  renderPage(<Page />);
  await userEvent.click(screen.getByRole("button", { name: "Delete call" }));
  const names = [];
  for (let stop = 0; stop < 4; stop += 1) {
    names.push(document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
    await userEvent.tab();
  }
  expect(names).toEqual(["Delete", "Close", "Delete", "Close"]);
});

it("focuses the page when the element that opened it was removed", async () => {
  renderPage(<Page removesOpener />);
  await userEvent.click(screen.getByRole("button", { name: "Delete call" }));
  screen.getByRole("button", { name: "Delete" }).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});
