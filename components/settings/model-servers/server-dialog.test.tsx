// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { refusal, type RelayedRequest, standInRelay } from "@/lib/client/test-relay";

import { ServerDialog } from "./server-dialog";
import { serverOf } from "./test-server";

const KEY = "sk-canary-0123456789";
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = async (name: string) => userEvent.click(screen.getByRole("button", { name }));

function show(props: Partial<Parameters<typeof ServerDialog>[0]> = {}) {
  const done = { onClose: vi.fn<() => void>(), onSaved: vi.fn<() => void>() };
  renderPage(<ServerDialog {...done} {...props} />);
  return done;
}

function sentTo(requests: readonly RelayedRequest[], path: string): unknown[] {
  return requests.filter((request) => request.path === path).map(({ body }) => JSON.parse(body));
}

it("adds a server with the address of its provider, and keeps what was typed, but never the key", async () => {
  const requests = standInRelay({ "/connections/create": { connection: serverOf() } });
  const { onClose, onSaved } = show();
  await userEvent.selectOptions(field("Provider"), "OpenRouter");
  expect(field("Address").value).toBe("https://openrouter.ai/api/v1");
  await userEvent.type(field("Key"), KEY);
  await userEvent.type(field("Models"), "a/b{Enter}c/d");
  await press("Add header");
  await userEvent.type(field("Header"), "x-team");
  await userEvent.type(field("Value"), "canary-of-header");
  const kept = JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]);
  expect(kept).toContain("c/d");
  expect(kept + document.documentElement.outerHTML).not.toMatch(/canary/);
  await press("Add model server");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSaved).toHaveBeenCalledOnce();
  expect(sentTo(requests, "/connections/create")).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{13}-7/),
      provider: "openrouter",
      name: "openrouter",
      base_url: "https://openrouter.ai/api/v1",
      api_key: KEY,
      models: ["a/b", "c/d"],
      headers: [{ name: "x-team", value: "canary-of-header" }],
      projects: null,
      max_parallel: null,
      key_header: null,
      deny_params: null,
      supports_priority: null,
      request_id: null,
    },
  ]);
});

it("tests what is typed before it is saved, and shows a problem at its field", async () => {
  const list = { latency_ms: 12, models: ["m-1"], count: 1 };
  const problem = { message: "The server rejected the API key (401)", field: "api_key" };
  const answers = [
    { list: { ...list, models: [], count: 0, problem } },
    { list, answer: { model: "m-1", latency_ms: 34, text: "Hello" } },
  ];
  const requests = standInRelay({ "/connections/test": () => answers.shift() ?? {} });
  show();
  await press("Test");
  await waitFor(() => expect(field("Key").getAttribute("aria-invalid")).toBe("true"));
  expect(noteOf(field("Key"))).toBe(problem.message);
  await userEvent.type(field("Key"), KEY);
  expect(field("Key").getAttribute("aria-invalid")).toBeNull();
  expect(screen.getByRole("status", { name: "Test" }).textContent).toBe("");
  await press("Test");
  expect(await screen.findByText("1 model")).toBeTruthy();
  expect(screen.getByRole("status", { name: "Test" }).textContent).toContain("m-1 answered “Hello”");
  expect(sentTo(requests, "/connections/test")[1]).toMatchObject({
    base_url: "https://api.openai.com/v1",
    api_key: KEY,
  });
});

it("shows what the service refuses at its field, and sends the same server with the same id", async () => {
  const errors = [
    { path: "name", message: "is the name of another model server" },
    { path: "models[1]", message: "must have at most 1024 characters" },
    { path: "request_id", message: "must be body or header" },
  ];
  const requests = standInRelay({
    "/connections/create": refusal("conflict", "name: is the name of another model server", { status: 409, errors }),
  });
  show();
  await press("Add model server");
  await waitFor(() => expect(noteOf(field("Name"))).toBe("Is the name of another model server"));
  expect(noteOf(field("Models"))).toBe("Line 2 must have at most 1024 characters");
  expect(noteOf(field("Request ID"))).toBe("Must be body or header");
  await press("Add model server");
  await userEvent.type(field("Name"), "mine");
  expect(noteOf(field("Name"))).toBe("Shown in errors and in the list of models");
  await press("Add model server");
  await waitFor(() => expect(sentTo(requests, "/connections/create")).toHaveLength(3));
  const [first, again, other] = sentTo(requests, "/connections/create").map((body) =>
    JSON.stringify(body).slice(0, 46),
  );
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it("sends only what was changed of a server, and its key only if it is replaced", async () => {
  const requests = standInRelay({ "/connections/update": { connection: serverOf() } });
  const server = serverOf({ headers: ["x-team"] });
  const { onClose } = show({ server });
  expect(screen.getByText("The stored key ends with 6789.")).toBeTruthy();
  await userEvent.type(field("Requests at once"), "8");
  await press("Replace key");
  await press("Keep the stored key");
  await press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(requests, "/connections/update")).toEqual([{ id: server.id, replaces: 3, max_parallel: 8 }]);
});

it("removes a key", async () => {
  const requests = standInRelay({ "/connections/update": { connection: serverOf() } });
  show({ server: serverOf() });
  await press("Remove key");
  expect(screen.getByText("It is removed when you save.")).toBeTruthy();
  await press("Save");
  await waitFor(() =>
    expect(sentTo(requests, "/connections/update")).toEqual([{ id: serverOf().id, replaces: 3, api_key: null }]),
  );
});

it("keeps what was typed when somebody else was faster, and takes over what they changed", async () => {
  const theirs = serverOf({ revision: 4, projects: ["acme/*"], max_parallel: 4, key_end: "4321" });
  let isRefused = false;
  const requests = standInRelay({
    "/connections/query": { connections: [theirs] },
    "/connections/update": () => {
      if (isRefused) return { connection: theirs };
      isRefused = true;
      return refusal("conflict", "The model server openai was changed by somebody else; reload it", { status: 409 });
    },
  });
  const { onClose } = show({ server: serverOf() });
  await userEvent.type(field("Requests at once"), "8");
  await userEvent.type(field("Models"), "m-1");
  await press("Save");
  const note = await screen.findByText(/^Somebody else changed this model server/);
  expect(note.textContent).toBe(
    "Somebody else changed this model server while you were editing it; nothing of yours has been saved yet. " +
      "Their changes are now in the form: projects. You both changed: requests at once. Saving replaces theirs with yours. " +
      "They also changed the key. Check the form and save again.",
  );
  expect(field("Projects").value).toBe("acme/*");
  expect(field("Requests at once").value).toBe("8");
  await press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(requests, "/connections/update")[1]).toEqual({
    id: theirs.id,
    replaces: 4,
    max_parallel: 8,
    models: ["m-1"],
  });
});

it("keeps what was typed when the server was deleted meanwhile", async () => {
  standInRelay({ "/connections/update": refusal("not_found", "There is no model server", { status: 404 }) });
  show({ server: serverOf() });
  await userEvent.type(field("Models"), "m-1");
  await press("Save");
  expect(await screen.findByText(/^Somebody else has deleted this model server/)).toBeTruthy();
  expect(field("Models").value).toBe("m-1");
});
