// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";

import {
  alert,
  box,
  chooseItem,
  field,
  firstRow,
  messages,
  pane,
  press,
  pressText,
  relay,
  run,
  sentMessages,
  show,
  version,
} from "./test-playground";

const promptLink = (text: string) => screen.findByTitle(text);

// Loaded when first wanted, which takes longer than the tests themselves.
beforeAll(() => Promise.all([import("@/components/ui/code-editor-view"), import("@/components/ui/markdown-view")]));

it("names missing variables and sends nothing, until it is asked to", async () => {
  const requests = relay();
  show({});
  await run();
  expect(alert()).toContain("Nothing was sent. This variable has no value: name");
  expect(document.activeElement).toBe(box("name"));
  expect(sentMessages(requests)).toEqual([]);
  await pressText("Run anyway");
  expect(await screen.findByText("Done.")).toBeDefined();
  expect(sentMessages(requests)).toEqual([[{ role: "user", content: "Hi {{name}}" }]]);
  expect(alert()).toBeUndefined();
});

it("sends an empty value that was typed, which can be removed again", async () => {
  const requests = relay();
  show({});
  await userEvent.type(box("name"), "x{Backspace}");
  await run();
  await waitFor(() => expect(sentMessages(requests)).toEqual([[{ role: "user", content: "Hi " }]]));
  await press("Remove the empty value of name");
  await run();
  expect(alert()).toContain("name");
});

it("sends each pane its own messages with the same variables", async () => {
  const requests = relay();
  const own = { model: "m", parameters: {}, turns: [{ role: "user", content: "Bye {{name}}" }] };
  show({ panes: [{ model: "m", parameters: {} }, own], variables: { name: "Ann" } });
  await run();
  expect(await pane(2).findByText("Done.")).toBeDefined();
  expect(sentMessages(requests)).toEqual([
    [{ role: "user", content: "Hi Ann" }],
    [{ role: "user", content: "Bye Ann" }],
  ]);
  await userEvent.type(box("Content of message 1 in pane 2"), "!");
  expect(box("Content of message 1").value).toBe("Hi {{name}}");
  await userEvent.click(pane(2).getByText("Add to conversation"));
  expect(box("Content of message 2 in pane 2").value).toBe("Done.");
  expect(screen.queryByLabelText("Content of message 2")).toBeNull();
});

it("gives a pane a copy of the conversation, and returns it", async () => {
  relay();
  show({});
  await press("Prompt of pane 1");
  await chooseItem("Edit a copy of the shared conversation here");
  expect(box("Content of message 1 in pane 1").value).toBe("Hi {{name}}");
  expect(screen.getByText("Not used: every pane has its own prompt")).toBeDefined();
  await press("Prompt of pane 1");
  await chooseItem("Return to the shared conversation");
  expect(screen.queryByLabelText("Content of message 1 in pane 1")).toBeNull();
});

it("goes through the rows of a table by mouse and keyboard, and shows what was changed", async () => {
  relay();
  show({ row: firstRow });
  expect(box("name").value).toBe("Ann");
  expect(await screen.findByText("Row 1 of 3")).toBeDefined();
  await press("Next row");
  await waitFor(() => expect(box("name").value).toBe("Bob"));
  await userEvent.type(box("name"), "by");
  expect(screen.getByText("changed")).toBeDefined();
  await press("Reset name to the row's value");
  expect(box("name").value).toBe("Bob");
  await userEvent.keyboard("j");
  await waitFor(() => expect(box("name").value).toBe("Eve"));
  expect(screen.getByLabelText("Next row").getAttribute("aria-disabled")).toBe("true");
  await userEvent.keyboard("r");
  await waitFor(() => expect(["Ann", "Bob"]).toContain(box("name").value));
});

it("says with which values an answer was made once a variable has another one", async () => {
  relay();
  show({ row: firstRow });
  await run();
  expect(await pane(1).findByText("Done.")).toBeDefined();
  expect(pane(1).queryByText("other variable values")).toBeNull();
  await press("Next row");
  await userEvent.click(await pane(1).findByText("other variable values"));
  expect(pane(1).getByText("{{name}}").parentElement?.textContent).toBe("{{name}} Ann");
  await press("Previous row");
  await waitFor(() => expect(pane(1).queryByText("other variable values")).toBeNull());
});

it("fills a variable from another column, and from none", async () => {
  relay();
  show({ row: firstRow });
  await userEvent.selectOptions(screen.getByLabelText("Column of name"), "town");
  expect(box("name").value).toBe("Rome");
  await userEvent.selectOptions(screen.getByLabelText("Column of name"), "No column");
  expect(box("name").value).toBe("");
  await run();
  expect(alert()).toContain("name");
});

it("restores typed values that a row replaced", async () => {
  relay();
  show({ row: firstRow, variables: { name: "Zoe" } });
  await press("Next row");
  await waitFor(() => expect(box("name").value).toBe("Bob"));
  expect(screen.getByText("Row 2 replaced typed values")).toBeDefined();
  await pressText("Undo");
  expect(box("name").value).toBe("Zoe");
  expect(screen.getByText("Row 1 of 3")).toBeDefined();
});

it("keeps the fork of a pane that gets a copy of the conversation, with the answer to it", async () => {
  relay();
  const prefix = { model: "m", parts: [{ text: "Well", isForced: true }] };
  show({ panes: [{ model: "m", parameters: {}, prefix }], variables: { name: "Ann" } });
  await run();
  expect(await pane(1).findByText("Done.")).toBeDefined();
  await press("Prompt of pane 1");
  await chooseItem("Edit a copy of the shared conversation here");
  expect(box("Content of message 1 in pane 1").value).toBe("Hi {{name}}");
  expect(pane(1).getByText("Done.")).toBeDefined();
  expect(pane(1).getByTitle("Well")).toBeDefined();
});

it("names the panes that answer the shared conversation", () => {
  relay();
  const shared = { model: "m", parameters: {} };
  show({ panes: [shared, shared, shared, { ...shared, turns: messages }] });
  expect(screen.getByText("Only in panes 1, 2, and 3")).toBeDefined();
});

it("opens the prompt that the address names, and says whether it was changed", async () => {
  const requests = relay();
  show({ turns: [{ role: "user", content: "before" }] }, "?prompt=greet&version=production");
  await waitFor(() => expect(box("Content of message 1").value).toBe("Hi {{name}}"));
  const [read] = requests.filter(({ path }) => path === "/obj/read");
  expect(read && JSON.parse(read.body)).toMatchObject({ object_id: "greet", digest: "production" });
  expect(await promptLink("greet v1")).toBeDefined();
  expect(screen.queryByText("changed")).toBeNull();
  await userEvent.type(box("Content of message 1"), "!");
  expect(await screen.findByText("changed")).toBeDefined();
});

it("saves after a choice if somebody else has saved a version, and then comes from the new one", async () => {
  const reads = { d0: version("d0", 0, { messages }), latest: version("d1", 1, null) };
  const requests = relay({
    "/obj/read": (request) => ({ obj: field(request, "digest") === "latest" ? reads.latest : reads.d0 }),
    "/obj/create": { digest: "d2", object_id: "greet", version_index: 2 },
  });
  show({ prompt: { name: "greet", digest: "d0", version: 0 }, turns: [{ role: "user", content: "Hey {{name}}" }] });
  await press("Save prompt");
  await userEvent.click(await screen.findByLabelText("Message of this version"));
  await userEvent.paste("Friendlier");
  await pressText("Save version");
  expect(await screen.findByText(/v2 is the latest version, but your text is based on v1/)).toBeDefined();
  expect(requests.some(({ path }) => path === "/obj/create")).toBe(false);
  await pressText("Save anyway");
  expect(await promptLink("greet v3")).toBeDefined();
  const created = requests.find(({ path }) => path === "/obj/create");
  expect(created?.body).toBe(
    JSON.stringify({
      obj: {
        project_id: "acme/bot",
        object_id: "greet",
        val: {
          messages: [{ role: "user", content: "Hey {{name}}" }],
          description: "Friendlier",
          config: { model: "m" },
        },
        builtin_object_class: "Prompt",
        replaces: "d1",
      },
    }),
  );
});
