// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { refusal, standInRelay } from "@/lib/client/test-relay";
import type { Role } from "@/lib/contract/endpoint";

import { SnippetChoice } from "./snippet-choice";

const holder = (role: Role) => ({
  key: { id: "018", owner: "ada", default_project: "acme/bot", roles: [{ project_pattern: "acme/*", role }] },
});
const created = {
  key: { ...holder("member").key, created_at: "2026-11-20T08:00:00.000000Z" },
  api_key: "lp_019_secret",
};
const choice = <SnippetChoice baseUrl="http://service.test" projectId="acme/bot" />;
const snippet = (label: string) => screen.findByRole("region", { name: `${label} snippet` });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

it("a click creates a key for the project and fills it in, and it is kept nowhere", async () => {
  const requests = standInRelay({ "/keys/self": holder("admin"), "/keys/create": created });
  const { unmount } = renderPage(choice);
  expect((await snippet("OpenTelemetry")).textContent).toContain("export LOUPE_API_KEY='your-api-key'\n");
  await press("Create key");
  await screen.findByText(/cannot be shown again/);
  expect((await snippet("OpenTelemetry")).textContent).toContain("export LOUPE_API_KEY='lp_019_secret'\n");
  expect(screen.queryByRole("button", { name: "Create key" })).toBeNull();
  const sent = requests.filter(({ path }) => path === "/keys/create").map(({ body }) => JSON.parse(body));
  expect(sent).toEqual([{ owner: "ada", roles: [{ project_pattern: "acme/bot", role: "member" }] }]);
  await userEvent.click(screen.getByRole("radio", { name: "Anthropic" }));
  expect((await snippet("Anthropic")).textContent).toContain("lp_019_secret");
  unmount();
  renderPage(choice);
  expect((await snippet("OpenTelemetry")).textContent).not.toContain("lp_019_secret");
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage)) expect(storage.getItem(name)).not.toContain("secret");
});

it("the key that the admin key creates has another name", async () => {
  const own = { key: { ...holder("admin").key, owner: "admin" } };
  const requests = standInRelay({ "/keys/self": own, "/keys/create": created });
  renderPage(choice);
  await press("Create key");
  await screen.findByText(/cannot be shown again/);
  const sent = requests.find(({ path }) => path === "/keys/create");
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({ owner: "first-trace" });
});

it("a person who may not create keys gets a link to the API keys instead", async () => {
  standInRelay({ "/keys/self": holder("member") });
  renderPage(choice);
  expect((await screen.findByRole("link", { name: "API keys" })).getAttribute("href")).toBe("/settings/keys");
  expect(screen.queryByRole("button", { name: "Create key" })).toBeNull();
});

it("a refusal is shown, and the snippet keeps its placeholder", async () => {
  const forbidden = refusal("forbidden", "This key does not have the admin role", { status: 403 });
  standInRelay({ "/keys/self": holder("admin"), "/keys/create": forbidden });
  renderPage(choice);
  await press("Create key");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Could not create the key: This key does not have the admin role",
  );
  expect((await snippet("OpenTelemetry")).textContent).toContain("your-api-key");
});

it("the choice is in the address, and kept for each language", async () => {
  standInRelay({ "/keys/self": holder("member") });
  const searches: string[] = [];
  renderPage(choice, { search: "?sdk=mastra", onSearch: (search) => searches.push(search) });
  expect((await snippet("Mastra")).textContent).toContain("@mastra/core");
  await userEvent.click(screen.getByRole("tab", { name: "Python" }));
  await userEvent.click(screen.getByRole("radio", { name: "Pydantic AI" }));
  await userEvent.click(screen.getByRole("tab", { name: "curl" }));
  await userEvent.click(screen.getByRole("tab", { name: "Python" }));
  expect((await snippet("Pydantic AI")).textContent).toContain("pydantic-ai-slim");
  expect(searches.at(-1)).toBe("?sdk=pydantic-ai");
});
