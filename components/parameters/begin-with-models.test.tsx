// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { refusal, type RelayedRequest, standInRelay } from "@/lib/client/test-relay";

import { BeginWithModels } from "./begin-with-models";

const ownKey = (project_pattern: string) => ({
  key: { id: "k1", owner: "ada", default_project: "acme/bot", roles: [{ project_pattern, role: "admin" }] },
});
const noModels = { "/v1/models": { object: "list", data: [] } };
const look = async () => userEvent.click(await screen.findByRole("button", { name: "Look on the service's machine" }));
const bodies = (requests: readonly RelayedRequest[], path: string) =>
  requests.filter((request) => request.path === path).map(({ body }): unknown => JSON.parse(body));

const NOT_THERE = { message: "Nothing listens at this address (ECONNREFUSED)", field: "base_url" };

/** Ollama has two models, LM Studio none; nothing else is there. */
function testOf({ body }: RelayedRequest) {
  const list = { latency_ms: 1, models: [], count: 0 };
  if (body.includes("11434")) return { list: { ...list, models: ["a", "b"], count: 2 } };
  const empty = { message: "The server lists no models; enter their IDs", field: "models" };
  return { list: { ...list, problem: body.includes("1234/") ? empty : NOT_THERE } };
}

it("looks only when asked, and uses what was found with one more click", async () => {
  const requests = standInRelay({
    ...noModels,
    "/keys/self": ownKey("*"),
    "/connections/test": testOf,
    "/connections/create": refusal("conflict", "name: is the name of another model server", { status: 409 }),
  });
  renderPage(<BeginWithModels projectId="acme/bot" />);
  const add = await screen.findByRole("link", { name: "Add a model server" });
  expect(add.getAttribute("href")).toBe("/settings/model-servers?add=openai");
  expect(bodies(requests, "/connections/test")).toEqual([]);
  await look();
  await userEvent.click(await screen.findByRole("button", { name: "Use Ollama" }));
  const found = screen.getByRole("status", { name: "Found on the service's machine" });
  expect(found.textContent).toContain("at http://127.0.0.1:11434/v1, 2 models");
  await waitFor(() => expect(found.textContent).toContain("LM Studioat http://127.0.0.1:1234/v1, without models yet"));
  expect(screen.queryByRole("button", { name: /Use (?!Ollama)/ })).toBeNull();
  expect(bodies(requests, "/connections/create")).toEqual([
    { name: "ollama", provider: "ollama", base_url: "http://127.0.0.1:11434/v1" },
  ]);
  expect(await screen.findByText(/Could not add it: name: is the name of another/)).toBeTruthy();
});

it("says what was asked if nothing is there, and looks again", async () => {
  const list = { latency_ms: 1, models: [], count: 0, problem: NOT_THERE };
  const requests = standInRelay({ ...noModels, "/keys/self": ownKey("*"), "/connections/test": { list } });
  renderPage(<BeginWithModels projectId="acme/bot" />);
  await look();
  expect(await screen.findByText(/^No model server responds on the service's machine/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Look again" }));
  await waitFor(() => expect(bodies(requests, "/connections/test")).toHaveLength(8));
});

it("names the setting that keeps the service from its own machine", async () => {
  const message =
    "base_url: leads to this machine, which this service does not connect to (LOUPE_UPSTREAMS_PUBLIC_ONLY)";
  const errors = [{ path: "base_url", message }];
  standInRelay({
    ...noModels,
    "/keys/self": ownKey("*"),
    "/connections/test": refusal("invalid", message, { status: 422, errors }),
  });
  renderPage(<BeginWithModels projectId="acme/bot" />);
  await look();
  expect(await screen.findByText(/^This service does not connect to its own machine/)).toBeTruthy();
});

it("says whom to ask to those who may not add one", async () => {
  standInRelay({ ...noModels, "/keys/self": ownKey("acme/*") });
  renderPage(<BeginWithModels projectId="acme/bot" />);
  expect(await screen.findByText(/^Ask an admin of all projects/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("says where they are configured if the service does not manage them", async () => {
  standInRelay(noModels);
  renderPage(<BeginWithModels projectId="acme/bot" />);
  expect(await screen.findByText("Model servers are configured where the service is hosted.")).toBeTruthy();
});
