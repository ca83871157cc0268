// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { refusal, standInRelay } from "@/lib/client/test-relay";
import { JsonNode } from "@/lib/json/node";

import { NewPromptDialog } from "./new-prompt-dialog";

function show() {
  const requests = standInRelay({
    "/v1/models": { object: "list", data: [] },
    "/objs/query": { objs: [] },
    "/obj/read": () => refusal("not_found", "No object of this name", { status: 404 }),
    "/obj/create": { digest: "d0", object_id: "greet", version_index: 0 },
  });
  renderPage(<NewPromptDialog projectId="acme/bot" onClose={() => undefined} />);
  return () =>
    requests
      .filter(({ path }) => path === "/obj/create")
      .map(({ body }) => JsonNode.read(body)?.at(["obj", "val"])?.toValue());
}

const message = (place: number) => screen.findByLabelText<HTMLTextAreaElement>(`Content of message ${place}`);
const choose = (kind: string) => userEvent.click(screen.getByText(kind, { selector: "[role=radio]" }));
const isChosen = (kind: string) =>
  screen.getByText(kind, { selector: "[role=radio]" }).getAttribute("aria-checked") === "true";

// Loaded when first wanted, which takes longer than the tests themselves.
beforeAll(() => import("@/components/ui/code-editor-view"));

it("is saved by ⌘↵, and not by Enter in a setting", async () => {
  const saved = show();
  await userEvent.type(screen.getByLabelText("Name"), "greet");
  await userEvent.type(await message(2), "Hi");
  await userEvent.type(screen.getByLabelText("Search parameters"), "temp{Enter}");
  expect(saved()).toEqual([]);
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(saved()).toMatchObject([{ messages: [{ role: "user", content: "Hi" }] }]));
});

it("moves a message by the keys that its buttons name", async () => {
  show();
  await userEvent.type(await message(2), "Hi");
  await userEvent.keyboard("{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}");
  expect((await message(1)).value).toBe("Hi");
});

it("keeps what was written when the kind changes", async () => {
  const saved = show();
  await userEvent.type(screen.getByLabelText("Name"), "greet");
  await userEvent.type(await message(2), "Hi");
  await choose("Text");
  expect((await screen.findByLabelText("Text of the prompt")).textContent).toBe("Hi");
  await choose("Chat");
  expect([(await message(1)).value, (await message(2)).value]).toEqual(["", "Hi"]);
  await userEvent.click(screen.getByText("Save prompt"));
  await waitFor(() => expect(saved()).toMatchObject([{ messages: [{ role: "user", content: "Hi" }] }]));
});

it("stays a chat prompt while more than one message has content", async () => {
  show();
  await userEvent.type(await message(1), "Be kind.");
  await userEvent.type(await message(2), "Hi");
  await choose("Text");
  expect(isChosen("Chat")).toBe(true);
  expect(screen.getByRole("alert").textContent).toContain("only one message");
  await userEvent.clear(await message(1));
  expect(screen.queryByRole("alert")).toBeNull();
  await choose("Text");
  expect(isChosen("Text")).toBe(true);
});
