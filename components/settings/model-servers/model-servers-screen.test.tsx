// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import type { Role } from "@/lib/contract/endpoint";
import { refusal, standInRelay } from "@/lib/client/test-relay";

import { ModelServersScreen } from "./model-servers-screen";
import { serverOf } from "./test-server";

function ownKey(project_pattern: string, role: Role = "admin") {
  return { key: { id: "k1", owner: "ada", default_project: "acme/bot", roles: [{ project_pattern, role }] } };
}
const fixed = { id: undefined, revision: undefined, created_at: undefined, updated_at: undefined };
const SERVERS = [
  serverOf({ ...fixed, name: "gpu-1", source: "environment", provider: "other", has_key: false, responds: false }),
  serverOf({ ...fixed, name: "ollama", source: "detected", provider: "ollama", has_key: false, model_count: 0 }),
  serverOf({ ...fixed, name: "vllm", source: "detected", provider: "vllm", responds: false }),
  serverOf({ projects: ["acme/*", "lab/one"] }),
];
const show = (search = "") => renderPage(<ModelServersScreen serviceName="Loupe" />, { search });
const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(`^${name}`) });

it("lists the servers with their state; detected ones only if they are there", async () => {
  standInRelay({ "/keys/self": ownKey("*"), "/connections/query": { connections: SERVERS } });
  show();
  const row = await rowOf("openai");
  for (const text of ["Responds", "OpenAI", "ends with 6789", "12", "acme/*, lab/one"])
    expect(within(row).getByText(text)).toBeTruthy();
  expect((await rowOf("gpu-1")).textContent).toContain("fixed");
  expect((await rowOf("gpu-1")).textContent).toContain("Does not respond");
  expect((await rowOf("ollama")).textContent).toContain("No models");
  expect(screen.queryByText("vllm")).toBeNull();
});

it("says how a fixed server is changed, and offers no changes", async () => {
  standInRelay({ "/keys/self": ownKey("*"), "/connections/query": { connections: SERVERS } });
  show("?server=environment:gpu-1");
  const peek = await screen.findByRole("complementary", { name: "Model server gpu-1" });
  expect(within(peek).getByText(/^It is fixed by LOUPE_UPSTREAMS/)).toBeTruthy();
  expect(within(peek).queryByRole("button", { name: "Edit" })).toBeNull();
});

it("tests a stored server, and deletes the revision that was confirmed", async () => {
  const changed = serverOf({ revision: 4 });
  let listed = serverOf();
  const answers = [
    refusal("conflict", "The model server openai was changed by somebody else; reload it", { status: 409 }),
    { deleted: true },
  ];
  const requests = standInRelay({
    "/keys/self": ownKey("*"),
    "/connections/query": () => ({ connections: [listed] }),
    "/connections/test": { list: { latency_ms: 3, models: ["m-1"], count: 12 } },
    "/connections/delete": () => {
      listed = changed;
      return answers.shift() ?? {};
    },
  });
  show(`?server=${serverOf().id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Test" }));
  expect(await screen.findByText("m-1 and 11 more models")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete the model server “openai”?" });
  expect(dialog.textContent).toContain("its key is deleted too");
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete model server" }));
  expect(await within(dialog).findByText(/^Somebody else changed it/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete model server" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = requests
    .filter(({ path }) => path === "/connections/delete")
    .map(({ body }): unknown => JSON.parse(body));
  expect(sent).toEqual([
    { id: serverOf().id, replaces: 3 },
    { id: serverOf().id, replaces: 4 },
  ]);
});

it("opens the form for the provider that the address asks for", async () => {
  standInRelay({ "/keys/self": ownKey("*"), "/connections/query": { connections: [] } });
  show("?add=ollama");
  const form = await screen.findByRole("dialog", { name: "Add model server" });
  // Behind the dialog, which may be there first.
  expect(await screen.findByRole("heading", { name: "No model servers yet", hidden: true })).toBeTruthy();
  expect(within(form).getByLabelText<HTMLInputElement>("Address").value).toBe("http://127.0.0.1:11434/v1");
});

it("says who may manage them, and asks for nothing, to an admin of some projects only", async () => {
  const requests = standInRelay({ "/keys/self": ownKey("acme/*") });
  show();
  expect(
    await screen.findByRole("heading", { name: "Model servers are managed by admins of all projects" }),
  ).toBeTruthy();
  expect(requests.map(({ path }) => path)).toEqual(["/keys/self"]);
});

it("says so if the service has no such list", async () => {
  standInRelay({ "/keys/self": ownKey("*") });
  show();
  expect(await screen.findByRole("heading", { name: "This service does not manage model servers" })).toBeTruthy();
});
