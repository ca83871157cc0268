// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";

import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { refusal, standInRelay } from "@/lib/client/test-relay";

import { TrainingRunnerScreen } from "./training-runner-screen";

const SECRET = "canary-secret-0123456789";
const ADMIN = { "/keys/self": { key: keyOf([{ project_pattern: "*", role: "admin" }]) } };
const RAY = {
  type: "ray",
  address: "https://ray.example.com",
  entrypoint: "python train.py",
  has_key: true,
  key_end: "6789",
  headers: ["x-team"],
  env_vars: ["HF_TOKEN"],
  concurrency: 2,
  silence_limit_s: 60,
  revision: 4,
  created_by: "ada",
  updated_at: "2026-11-20T08:00:00.000000Z",
};
const responds = { "/training/runner/test": { latency_ms: 3, version: "2.60.0", base_models: ["a", "b"] } };

function keyOf(roles: readonly { project_pattern: string; role: string }[]) {
  return { id: "k", owner: "ada", roles, default_project: "acme/bot", created_at: "2026-11-20T08:00:00.000000Z" };
}

const show = () => renderPage(<TrainingRunnerScreen serviceName="service.example.com" />);
/** A service with this setup, which answers a change as given; returns the bodies that it got at a path. */
function setup(read: object, changes: Parameters<typeof standInRelay>[0] = {}) {
  const requests = standInRelay({ ...ADMIN, ...responds, "/training/runner/read": read, ...changes });
  return (path: string): unknown[] =>
    requests.flatMap((request) => (request.path === path ? [JSON.parse(request.body)] : []));
}
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const kept = () => JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage)));

// Loaded once the setup is known, which takes longer than the tests themselves.
beforeAll(() => import("./runner-overview"));

it("tells those who do not administer all projects who does", async () => {
  standInRelay({ "/keys/self": { key: keyOf([{ project_pattern: "acme/*", role: "admin" }]) } });
  show();
  const title = "The training runner is set up by admins of all projects";
  expect(await screen.findByRole("heading", { name: title })).toBeDefined();
});

describe("without a runner", () => {
  it("a cluster is set up, with secrets that no draft has", async () => {
    const bodies = setup({ source: "none" }, { "/training/runner/set": { runner: RAY } });
    show();
    await userEvent.type(await field("Address"), "https://ray.example.com");
    await userEvent.type(await field("Entrypoint"), "python train.py");
    await userEvent.type(await field("Token (optional)"), SECRET);
    await press("Add variable");
    await userEvent.type(await field("Name"), "HF_TOKEN");
    await userEvent.type(await field("Value"), SECRET);
    await userEvent.type(await field("Base models"), "a{enter}b");
    const inDocument = document.documentElement.outerHTML;
    await press("Set up runner");
    await waitFor(() => expect(bodies("/training/runner/set")).toHaveLength(1));
    expect(bodies("/training/runner/set")[0]).toEqual({
      replaces: 0,
      type: "ray",
      address: "https://ray.example.com",
      entrypoint: "python train.py",
      key: SECRET,
      env_vars: [{ name: "HF_TOKEN", value: SECRET }],
      headers: [],
      base_models: ["a", "b"],
      concurrency: null,
      silence_limit_s: null,
      entrypoint_num_cpus: null,
      entrypoint_num_gpus: null,
      entrypoint_memory: null,
      entrypoint_resources: null,
      runtime_env: null,
    });
    expect(kept() + inDocument).not.toContain("canary");
  });

  it("what is missing, and what the service rejects, is said at the field", async () => {
    const errors = [
      { path: "address", message: "leads to this machine or a private network" },
      { path: "key", message: "is required for another service" },
    ];
    setup({ source: "none" }, { "/training/runner/set": refusal("invalid", "address: …", { status: 422, errors }) });
    show();
    await press("Set up runner");
    expect(noteOf(await field("Address"))).toBe("Enter the address");
    expect(noteOf(await field("Entrypoint"))).toBe("Enter the command that Ray runs");
    await userEvent.selectOptions(await screen.findByLabelText("Type"), "Another service");
    await userEvent.type(await field("Address"), "http://10.0.0.1");
    await press("Set up runner");
    await waitFor(async () =>
      expect(noteOf(await field("Address"))).toBe("Leads to this machine or a private network"),
    );
    expect(noteOf(await field("API key"))).toBe("Is required for another service");
  });
});

describe("with a stored runner", () => {
  it("shows it and whether it responds, and changes it without its secrets", async () => {
    const bodies = setup({ source: "stored", runner: RAY }, { "/training/runner/set": { runner: RAY } });
    show();
    expect(await screen.findByText("Stored, ends with 6789")).toBeDefined();
    expect(await screen.findByText(/The runner responds: Ray 2.60.0, 2 base models/)).toBeDefined();
    await press("Change runner");
    expect(screen.getByText("The stored token ends with 6789.")).toBeDefined();
    await userEvent.clear(await field("Jobs at once"));
    await userEvent.type(await field("Jobs at once"), "3");
    await press("Save runner");
    await waitFor(() => expect(bodies("/training/runner/set")).toHaveLength(1));
    const [body] = bodies("/training/runner/set");
    expect(body).toMatchObject({
      replaces: 4,
      concurrency: 3,
      headers: [{ name: "x-team" }],
      env_vars: [{ name: "HF_TOKEN" }],
    });
    expect(body).not.toHaveProperty("key");
  });

  it("asks for the secrets again once the address is another one", async () => {
    setup({ source: "stored", runner: RAY });
    show();
    await press("Change runner");
    expect(screen.queryByLabelText("Value")).toBeNull();
    await userEvent.type(await field("Address"), "/other");
    expect(noteOf(await field("Token (optional)"))).toContain("enter them again");
    expect(screen.getAllByLabelText("Value")).toHaveLength(2);
  });

  it("replaces a value, removes the token, and shows what the service has against them at their place", async () => {
    const errors = [
      { path: "env_vars[0].value", message: "must not be empty" },
      { path: "headers", message: "must be entered again" },
    ];
    const bodies = setup(
      { source: "stored", runner: RAY },
      { "/training/runner/set": refusal("invalid", "env_vars: …", { status: 422, errors }) },
    );
    show();
    await press("Change runner");
    await press("Remove token");
    await press("Replace value of HF_TOKEN");
    expect(document.activeElement).toBe(await field("Value"));
    await userEvent.type(await field("Value"), SECRET);
    await press("Save runner");
    await waitFor(async () => expect(noteOf(await field("Value"))).toBe("Must not be empty"));
    expect(screen.getByText("Must be entered again")).toBeDefined();
    expect(bodies("/training/runner/set")[0]).toMatchObject({
      key: null,
      headers: [{ name: "x-team" }],
      env_vars: [{ name: "HF_TOKEN", value: SECRET }],
    });
    await userEvent.type(await field("Value"), "1");
    expect(noteOf(await field("Value"))).not.toBe("Must not be empty");
    expect(screen.getByText("Must be entered again")).toBeDefined();
    expect(document.documentElement.outerHTML).not.toContain("canary");
  });

  it("is removed only once that is confirmed", async () => {
    const bodies = setup({ source: "stored", runner: RAY }, { "/training/runner/remove": { removed: true } });
    show();
    await press("Remove runner");
    const dialog = await screen.findByRole("dialog", { name: "Remove the training runner?" });
    expect(dialog.textContent).toContain("are followed to their end");
    expect(bodies("/training/runner/remove")).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Remove runner" }));
    await waitFor(() => expect(bodies("/training/runner/remove")).toEqual([{ replaces: 4 }]));
  });
});

it("a command can be seen, but only changed by the owner of the machine", async () => {
  const runner = { type: "command", program: "python3", has_key: false, headers: [], env_vars: [] };
  const bodies = setup({ source: "environment", runner: { ...runner, concurrency: 1, silence_limit_s: 3600 } });
  show();
  expect(await screen.findByText("python3")).toBeDefined();
  expect(screen.getByText(/cannot be changed here/)).toBeDefined();
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(bodies("/training/runner/test")).toEqual([]);
});
