// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";

import { EditButton } from "./edit-button";

it.each([
  [true, true, true],
  [true, false, false],
])("edits the rows of a dataset (%s) if the role allows it (%s)", async (isDataset, mayWrite, edits) => {
  const onEdit = vi.fn<() => void>();
  renderPage(<EditButton isDataset={isDataset} mayWrite={mayWrite} onEdit={onEdit} />);
  const button = screen.getByRole("button", { name: "Edit rows" });
  await userEvent.click(button);
  expect(onEdit).toHaveBeenCalledTimes(edits ? 1 : 0);
  expect(button.title).toBe(edits ? "" : "Editing rows requires the member role on this project.");
});

it("says that rows of no dataset are read-only, once that is known", () => {
  const { rerender, container } = renderPage(<EditButton isDataset={undefined} mayWrite onEdit={() => undefined} />);
  expect(container.textContent).toBe("");
  rerender(<EditButton isDataset={false} mayWrite onEdit={() => undefined} />);
  expect(container.textContent).toBe("Read-only: no dataset has these rows.");
});
