import type { Page } from "@playwright/test";
import { JsonNode } from "@/lib/json/node";
import type { Client } from "@/lib/client/client";
import { toJsonText } from "@/lib/json/text";
import { runPromptPublisher } from "./loupe/run-program";
import { tabTo } from "./loupe/tab-to";
import { expect, test } from "./loupe/test";

const CHANGED = 'You are a patient support agent for {{company}} in {{city}}. Reply as {"answer": "…"}.';

const messages = (page: Page) => page.getByRole("group", { name: "Messages" });
const versions = (page: Page) => page.getByRole("grid", { name: "Versions" });
const content = (page: Page, place: number) => page.getByLabel(`Content of message ${place}`);
const note = (page: Page) => page.getByLabel("Message of this version");
const save = (page: Page) => page.getByRole("button", { name: "Save version" });

test("a prompt of W&B's SDK is read, edited with a message, kept as a draft, saved and compared @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  await runPromptPublisher(loupe, service, project);
  await page.goto(`/${project}/objects`);
  await page.getByRole("grid", { name: "Objects" }).getByRole("link", { name: "support" }).click();
  // The SDK writes variables in single braces, and other braces twice.
  await expect(messages(page)).toContainText('a patient support agent for {{company}}. Reply as {"answer": "…"}.');
  await expect(page.getByText("Variables {{company}} {{question}}")).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("tree", { name: "Value" })).toContainText("{company}");
  await page.keyboard.press("1");

  await page.keyboard.press("e");
  await content(page, 1).fill(CHANGED);
  await note(page).fill("Name the city");
  await page.reload();
  await expect(content(page, 1)).toHaveValue(CHANGED);
  await expect(note(page)).toHaveValue("Name the city");
  await expect(page.getByText("Draft from")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(messages(page)).toContainText("patient");
  await page.goto(`/${project}/objects/support/v1`);
  await page.getByRole("link", { name: "Open draft based on v2" }).click();
  await expect(note(page)).toHaveValue("Name the city");

  await save(page).click();
  await expect(messages(page)).toContainText(CHANGED);
  await expect(versions(page).getByRole("row").filter({ hasText: "v3" })).toContainText("Name the city");
  await expect(page.getByRole("heading", { name: "Message of this version" }).locator("..")).toContainText("Name");
  const val = await latestValue(service, project, "support");
  expect(val.at(["messages", 0, "content"])?.string()).toBe(
    'You are a patient support agent for {company} in {city}. Reply as {{"answer": "…"}}.',
  );
  expect(val.at(["messages", 1])?.raw).toBe('{"role":"user","content":"{question}"}');
  expect(val.get("_class_name")?.string()).toBe("MessagesPrompt");

  await page.getByRole("tab", { name: "Changes" }).click();
  const changes = page.getByRole("region", { name: "Differences between v2 and v3" });
  await expect(changes.getByRole("article", { name: "system changed" })).toContainText(
    "support agent for {{company}} added: in {{city}}",
  );
  await expect(changes.getByRole("article", { name: "user unchanged" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "1 message changed" })).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByRole("radio", { name: "JSON" })).toBeChecked();
  await expect(changes).toContainText("for {company} in {city}");
});

test("a prompt of Langfuse's SDK has its settings, and a newer version is not overwritten unnoticed @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  await runPromptPublisher(loupe, service, project);
  await page.goto(`/${project}/objects/greeting/latest`);
  await expect(messages(page)).toContainText("The messages of history are inserted here.");
  await expect(page.getByRole("region", { name: "Model settings" })).toContainText(/m-1\s*temperature\s*0\.5/);
  await expect(page.getByRole("region", { name: "Tools" })).toContainText("find_name");
  await expect(versions(page).getByRole("row").filter({ hasText: "v1" })).toContainText("Greet in any language");

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await content(page, 1).fill("You greet {{name}}.");
  await page.getByLabel("temperature", { exact: true }).fill("0.70");
  const other = { _type: "MessagesPrompt", _bases: ["Prompt"], messages: [{ role: "user", content: "Hello" }] };
  const obj = { project_id: project, object_id: "greeting", val: toJsonText(other) };
  await service.request("objCreate", { obj });
  await save(page).click();
  await expect(page.getByText(/v2 of greeting.* has become the latest version/)).toBeVisible();
  await page.getByRole("link", { name: "Show its changes" }).click();
  await expect(page.getByRole("region", { name: "Differences between v1 and v2" })).toContainText("Hello");
  await page.goBack();
  await expect(content(page, 1)).toHaveValue("You greet {{name}}.");
  await save(page).click();
  await page.getByRole("button", { name: "Save anyway" }).click();
  await expect(versions(page).getByRole("link").first()).toHaveText(/v3.*latest/);
  const val = await latestValue(service, project, "greeting");
  expect(val.at(["config", "temperature"])?.raw).toBe("0.70");
  expect(val.get("tags")?.raw).toBe('["demo"]');
  expect(val.get("description")?.raw).toBe("null");
  expect(val.at(["messages", 1])?.toValue()).toEqual({ type: "placeholder", name: "history" });
});

test("a prompt is written, saved and edited by keyboard", async ({ page, service, project }) => {
  const { keyboard } = page;
  await page.goto(`/${project}/objects`);
  await tabTo(page.getByRole("button", { name: "New prompt" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await keyboard.press("Enter");
  await keyboard.type("summary");
  await tabTo(page.getByRole("radio", { name: "Chat" }));
  await keyboard.press("ArrowRight");
  await keyboard.press("Space");
  await tabTo(page.getByRole("textbox", { name: "Text of the prompt" }));
  await keyboard.type("Summarize {{text}} in one line.");
  await tabTo(page.getByRole("button", { name: "Save prompt" }), "Shift+Tab");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "summary", level: 1 })).toBeVisible();
  await expect(messages(page)).toContainText("Summarize {{text}} in one line.");
  expect((await latestValue(service, project, "summary")).toValue()).toEqual({
    _type: "StringPrompt",
    _class_name: "StringPrompt",
    _bases: ["Prompt", "Object", "BaseModel"],
    name: "summary",
    description: null,
    content: "Summarize {{text}} in one line.",
    config: {},
    tags: [],
  });

  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await keyboard.press("e");
  await expect(page.getByRole("textbox", { name: "Text of the prompt" })).toBeFocused();
  await tabTo(page.getByRole("button", { name: "Cancel" }));
  await keyboard.press("Enter");
  await expect(edit).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Text of the prompt" })).toBeFocused();
  await tabTo(note(page));
  await keyboard.type("For the mobile app");
  await keyboard.press("ControlOrMeta+Enter");
  await expect(versions(page).getByRole("row").filter({ hasText: "v2" })).toContainText("For the mobile app");
  await expect(edit).toBeFocused();
});

test("a placeholder is added, named and moved by keyboard, and kept by the playground @all", async ({
  page,
  service,
  project,
}) => {
  const { keyboard } = page;
  const val = { _type: "MessagesPrompt", _bases: ["Prompt"], messages: [{ role: "user", content: "{{question}}" }] };
  await service.request("objCreate", { obj: { project_id: project, object_id: "helper", val: toJsonText(val) } });
  await page.goto(`/${project}/objects/helper/latest`);
  await keyboard.press("e");
  await tabTo(page.getByRole("button", { name: "Add placeholder" }));
  await keyboard.press("Enter");
  await expect(page.getByLabel("Name of message 2")).toBeFocused();
  await keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Could not save: Message 2: Enter the name of the placeholder.")).toBeVisible();
  await keyboard.type("history");
  await keyboard.press("ControlOrMeta+Shift+ArrowUp");
  await expect(page.getByLabel("Name of message 1")).toHaveValue("history");
  await page.reload();
  await expect(page.getByLabel("Name of message 1")).toHaveValue("history");
  await save(page).click();
  await expect(messages(page)).toContainText("The messages of history are inserted here.");
  expect((await latestValue(service, project, "helper")).get("messages")?.toValue()).toEqual([
    { name: "history", type: "placeholder" },
    { role: "user", content: "{{question}}" },
  ]);

  await page.getByRole("link", { name: "Open in playground" }).click();
  await expect(page.getByLabel("Name of message 1")).toHaveValue("history");
  await expect(page.getByRole("button", { name: "Add placeholder" })).toHaveCount(0);
  await page.getByLabel("Role of message 1").selectOption("assistant");
  await page.getByLabel("Content of message 1").fill("How can I help?");
  await expect(page.getByLabel("Name of message 1")).toHaveCount(0);
});

async function latestValue(service: Client, project_id: string, object_id: string): Promise<JsonNode> {
  const { obj } = await service.request("objRead", { project_id, object_id, digest: "latest" });
  return JsonNode.parse(obj.val);
}
