// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";

import { laterAnswer } from "@/lib/client/test-relay";

import {
  alert,
  box,
  chooseItem,
  field,
  firstRow,
  messages,
  press,
  relay,
  rowAt,
  run,
  show,
  version,
  write,
} from "./test-playground";

beforeAll(() => import("./prompt/choose-prompt-dialog"));

const greeting = [
  { role: "system", content: "" },
  { role: "user", content: "Hi {{name}}" },
];

/** Opens a new playground, whose messages and pane have the ids that those of `greeting` have. */
async function openAnother(): Promise<void> {
  await press("New playground");
  await waitFor(() => expect(box("Content of message 2").value).toBe(""));
}

it("does not fill the variables of another playground with a row that is read late", async () => {
  const second = laterAnswer();
  const requests = relay({
    "/table/query": (request) => (field(request, "offset") === 1 ? second.answer() : rowAt(0)),
  });
  show({ turns: greeting, row: firstRow });
  await press("Next row");
  await waitFor(() => expect(requests.some(({ path }) => path === "/table/query")).toBe(true));
  await openAnother();
  await write("Content of message 2", "Bye {{name}}");
  second.give(rowAt(1));
  await userEvent.type(box("Content of message 2"), ", bye");
  expect(box("name").value).toBe("");
});

it("forgets a row that is read late if the table was removed", async () => {
  const second = laterAnswer();
  relay({ "/table/query": second.answer });
  show({ turns: greeting, row: firstRow });
  await press("Next row");
  await press("Remove table");
  second.give(rowAt(1));
  await userEvent.type(box("Content of message 2"), ", bye");
  expect(box("name").value).toBe("");
  expect(screen.queryByText(/^Row 2/)).toBeNull();
});

it("changes no other playground when the filling of a row is undone late", async () => {
  relay();
  show({ turns: greeting, row: firstRow, variables: { name: "Zoe" } });
  await press("Next row");
  await screen.findByText("Row 2 replaced typed values");
  await openAnother();
  await write("Content of message 2", "Bye {{name}}");
  const [undo] = screen.getAllByText("Undo");
  if (undo) await userEvent.click(undo);
  expect(box("name").value).toBe("");
});

it("changes no other playground when a pane's own prompt is restored late", async () => {
  relay();
  show({ turns: greeting });
  await press("Prompt of pane 1");
  await chooseItem("Edit a copy of the shared conversation here");
  await press("Prompt of pane 1");
  await chooseItem("Return to the shared conversation");
  await screen.findByText("The pane answers the shared conversation");
  await openAnother();
  const [undo] = screen.getAllByText("Undo");
  if (undo) await userEvent.click(undo);
  expect(screen.queryByLabelText("Content of message 1 in pane 1")).toBeNull();
});

it("gives a pane no prompt that is read after its dialog was closed", async () => {
  const reading = laterAnswer();
  relay({ "/obj/read": reading.answer });
  show({});
  await press("Prompt of pane 1");
  await chooseItem("Use another prompt here…");
  await userEvent.click(await screen.findByLabelText("greet, v1"));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  reading.give({ obj: version("d0", 0, { messages }) });
  await userEvent.type(box("Content of message 1"), "!");
  expect(screen.queryByLabelText("Content of message 1 in pane 1")).toBeNull();
});

it("forgets a refused run in another playground, and once the variables have had values", async () => {
  relay();
  show({ turns: greeting });
  await run();
  expect(alert()).toContain("no value: name");
  await userEvent.type(box("name"), "x{Backspace}");
  await press("Remove the empty value of name");
  expect(alert()).toBeUndefined();
  await run();
  expect(alert()).toContain("no value: name");
  await openAnother();
  await write("Content of message 2", "Bye {{name}}");
  expect(alert()).toBeUndefined();
});
