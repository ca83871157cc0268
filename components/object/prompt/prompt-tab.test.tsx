// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
import type { ObjectVersion } from "@/lib/contract/objects";
import { JsonText } from "@/lib/json/text";
import { readPrompt } from "@/lib/prompt/prompt";

import { PromptTab } from "./prompt-tab";

const chat = '{"_class_name":"MessagesPrompt","messages":[{"role":"user","content":"Hi {name}"}],"config":{}}';
const text = '{"_class_name":"StringPrompt","content":"Hi {name}","config":{}}';
const greet = (index: number, val: string, isLatest: 0 | 1): ObjectVersion => ({
  project_id: "acme/bot",
  object_id: "greet",
  created_at: "2026-11-20T08:00:00Z",
  digest: `d${index}`,
  version_index: index,
  is_latest: isLatest,
  kind: "object",
  base_object_class: "Prompt",
  val: new JsonText(val),
});

const published = { digest: "d9", object_id: "greet", version_index: 9 };
const relay = (latest: ObjectVersion) =>
  standInRelay({
    "/v1/models": { object: "list", data: [] },
    "/objs/query": { objs: [] },
    "/obj/read": { obj: { ...latest, val: null } },
    "/obj/create": published,
  });

function Tab({ version, latest }: { version: ObjectVersion; latest: ObjectVersion }) {
  const [isEditing, setEditing] = useState(false);
  const prompt = readPrompt(version.val);
  return (
    prompt && <PromptTab version={version} prompt={prompt} latest={latest} isEditing={isEditing} onEdit={setEditing} />
  );
}

function show(val: string, { isLatest = true, onPush = (_href: string) => {} } = {}) {
  const latest = greet(isLatest ? 0 : 2, val, 1);
  const requests = relay(latest);
  renderPage(<Tab version={isLatest ? latest : greet(0, val, 0)} latest={latest} />, { onPush });
  return () => requests.filter(({ path }) => path === "/obj/create").map(({ body }) => body);
}

const press = async (name: string) => userEvent.click(await screen.findByText(name, { selector: "button" }));
const message = () => screen.findByLabelText("Content of message 1");

// Loaded when first wanted, which takes longer than the tests themselves.
beforeAll(() => Promise.all([import("./prompt-editor"), import("@/components/ui/code-editor-view")]));

it("is saved from its message and by ⌘↵, and not by Enter in a setting", async () => {
  const saves = show(chat);
  await press("Edit");
  await userEvent.type(await message(), "!");
  await userEvent.type(screen.getByLabelText("Search parameters"), "temp{Enter}");
  await userEvent.type(screen.getByLabelText("temperature"), "1{Enter}");
  expect(saves()).toHaveLength(0);
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(saves()).toHaveLength(1));
});

it("gets a placeholder, which needs a name and can be moved", async () => {
  const saves = show(chat);
  await press("Edit");
  await press("Add placeholder");
  const name = await screen.findByLabelText("Name of message 2");
  expect(document.activeElement).toBe(name);
  expect(screen.queryByLabelText("Content of message 2")).toBeNull();
  await press("Save version");
  expect(screen.getByText("Could not save: Message 2: Enter the name of the placeholder.")).toBeDefined();
  await userEvent.type(name, "history");
  await userEvent.keyboard("{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}");
  await press("Save version");
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]).toContain(
    '"messages":[{"name":"history","type":"placeholder"},{"role":"user","content":"Hi {name}"}]',
  );
});

it("replaces a placeholder by a message, or removes it", async () => {
  show('{"_class_name":"MessagesPrompt","messages":[{"type":"placeholder","name":"history"}],"config":{}}');
  await press("Edit");
  await userEvent.selectOptions(await screen.findByLabelText("Role of message 1"), "user");
  expect(screen.queryByLabelText("Name of message 1")).toBeNull();
  await userEvent.type(await message(), "Hi");
  await press("Add placeholder");
  await userEvent.click(screen.getAllByLabelText("Remove message")[1] ?? document.body);
  expect(screen.queryByLabelText("Name of message 2")).toBeNull();
});

it("is saved by Enter in the message of the version", async () => {
  const saves = show(chat);
  await press("Edit");
  await userEvent.type(screen.getByLabelText("Message of this version"), "Friendlier{Enter}");
  await waitFor(() => expect(saves()).toHaveLength(1));
});

it.each([
  ["chat", chat, "Content of message 1"],
  ["text", text, "Text of the prompt"],
])("has the focus in the first message of a %s prompt, and on Edit afterwards", async (_kind, val, label) => {
  show(val);
  await press("Edit");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe(label));
  await press("Cancel");
  expect(document.activeElement).toBe(screen.getByText("Edit", { selector: "button" }));
});

it("says while it is edited that somebody has published a version", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const own = greet(0, chat, 1);
  let latest = own;
  standInRelay({
    "/v1/models": { object: "list", data: [] },
    "/objs/query": { objs: [] },
    "/obj/read": () => ({ obj: { ...latest, val: null } }),
  });
  renderPage(<Tab version={own} latest={own} />);
  await press("Edit");
  await message();
  expect(screen.queryByText(/the latest is/)).toBeNull();
  latest = greet(1, text, 1);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(await screen.findByText(/Based on v1; the latest is v2\./)).toBeDefined();
});

it("says before saving that it is not based on the latest version", async () => {
  show(chat, { isLatest: false });
  await press("Edit");
  expect(await screen.findByText(/Based on v1; the latest is v3\./)).toBeDefined();
});
