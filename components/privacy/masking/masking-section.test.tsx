// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import type { Masking, MaskingDryRun } from "@/lib/contract/masking";
import { refusal, standInRelay } from "@/lib/client/test-relay";

import { MaskingSection } from "./masking-section";

const PROJECT = "acme/bot";
const NONE: Masking = { rules: [], version: 0 };
const STORED: Masking = {
  rules: [
    { kind: "email", name: "E-mail addresses" },
    { kind: "regex", name: "Customers", pattern: "CUST-1", paths: ["inputs"] },
  ],
  version: 3,
  changed_by: "grace",
  changed_at: "2026-11-25T10:00:00.000000Z",
};

const show = () => renderPage(<MaskingSection projectId={PROJECT} />);
const cards = () => within(screen.getByRole("list", { name: "Masking rules" })).getAllByRole("listitem");
const box = (name: string) => screen.findByRole("checkbox", { name });
const save = () => screen.getByRole("button", { name: "Save rules" });

it("adds ready-made rules and patterns, saves them together and offers to undo it", async () => {
  const requests = standInRelay({
    "/masking/rules/query": NONE,
    "/masking/rules/set": { rules: STORED.rules, version: 1 },
  });
  show();
  expect(await screen.findByText("No rules: everything is stored as it is sent.")).toBeTruthy();
  expect(save().hasAttribute("disabled")).toBe(true);
  await userEvent.click(await box("E-mail addresses"));
  await userEvent.click(await box("Card numbers"));
  await userEvent.click(await box("Card numbers"));
  await userEvent.click(screen.getByRole("button", { name: "Add pattern" }));
  await userEvent.type(screen.getByLabelText("Name"), "Customers");
  await userEvent.type(screen.getByLabelText("Pattern"), "CUST-1");
  await userEvent.type(screen.getByLabelText("Paths"), "inputs, output");
  await userEvent.click(screen.getByRole("checkbox", { name: "Ignore case" }));
  expect(cards().map((card) => card.textContent)).toEqual([
    expect.stringContaining("E-mail addresses → [email], everywhere"),
    expect.stringContaining("CUST-1 → [masked], inputs, output"),
  ]);
  await userEvent.click(save());
  await waitFor(() => expect(screen.queryByLabelText("Pattern")).toBeNull());
  const sent: unknown = JSON.parse(requests.find(({ path }) => path === "/masking/rules/set")?.body ?? "");
  const rules = [
    { kind: "email", name: "E-mail addresses" },
    { kind: "regex", pattern: "CUST-1", ignore_case: true, name: "Customers", paths: ["inputs", "output"] },
  ];
  expect(sent).toEqual({ project_id: PROJECT, rules, replaces: 0 });
  const [undo] = JSON.parse(localStorage.getItem("loupe.undos") ?? "[]");
  expect(undo.title).toBe("Changed the masking rules");
  expect(JSON.parse(undo.requests[0].body)).toEqual({ project_id: PROJECT, rules: [], replaces: 1 });
});

it("shows what the service refuses at the field of the rule", async () => {
  const errors = [{ path: "rules[1].pattern", message: "must not match an empty text" }];
  standInRelay({
    "/masking/rules/query": STORED,
    "/masking/rules/set": refusal("invalid", "The request is invalid", { status: 422, errors }),
  });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Edit Customers" }));
  const pattern = screen.getByLabelText("Pattern");
  await userEvent.clear(pattern);
  await userEvent.type(pattern, "x*");
  await userEvent.click(save());
  expect(await screen.findByText("Must not match an empty text")).toBeTruthy();
  expect(pattern.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Could not save the rules: correct 1 rule.")).toBeTruthy();
  await userEvent.type(pattern, "y");
  expect(pattern.getAttribute("aria-invalid")).toBeNull();
});

it("does not replace the rules of somebody else unasked", async () => {
  let stored = STORED;
  const requests = standInRelay({
    "/masking/rules/query": () => stored,
    "/masking/rules/set": () => {
      if (stored.version === 4) return { ...STORED, version: 5 };
      stored = { ...STORED, rules: [], version: 4, changed_by: "bob" };
      return refusal("conflict", "The rules have been changed in the meantime; read them again", { status: 409 });
    },
  });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Remove Customers" }));
  await userEvent.click(save());
  expect(await screen.findByText(/bob has changed the rules since you began/)).toBeTruthy();
  expect(screen.getByText(/so yours have not been saved/)).toBeTruthy();
  expect(cards()).toHaveLength(1);
  await userEvent.click(save());
  await waitFor(() => expect(requests.filter(({ path }) => path === "/masking/rules/set")).toHaveLength(2));
  const replaced = requests.flatMap(({ path, body }) =>
    path === "/masking/rules/set" ? [JSON.parse(body).replaces] : [],
  );
  expect(replaced).toEqual([3, 4]);
});

it("tries the rules that are typed, with examples and their cost", async () => {
  const result: MaskingDryRun = {
    calls: 1000,
    characters: 2_000_000,
    is_cut: false,
    rules: [
      {
        name: "E-mail addresses",
        calls: 5,
        matches: 12,
        samples: [{ call_id: "c1", path: "inputs.messages[2].content", before: "to ", match: "a…m", after: "!" }],
      },
      { name: "Customers", calls: 0, matches: 0, samples: [] },
    ],
    not_checked: 2,
    cost: { ms_per_call: { without: 0.15, with: 0.1725 }, mb_per_second: { without: 80.4, with: 69.123 } },
  };
  const requests = standInRelay({ "/masking/rules/query": STORED, "/masking/dry_run": result });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Try on the last 1,000 calls" }));
  const run = await screen.findByRole("region", { name: "Dry run" });
  expect(run.textContent).toContain("Read 1,000 calls");
  expect(run.textContent).toContain("These rules add about 0.022 ms per call.");
  expect(run.textContent).toContain("12 matches in 5 calls");
  expect(run.textContent).toContain("no matches");
  expect(run.textContent).toContain("A pattern took too long for 2 texts");
  await userEvent.click(within(run).getByRole("button", { name: "Examples: 1" }));
  const link = within(run).getByRole("link", { name: "inputs.messages[2].content" });
  expect(link.getAttribute("href")).toBe("/acme/bot/calls/c1");
  expect(link.parentElement?.textContent).toContain("to a…m!");
  const sent: unknown = JSON.parse(requests.find(({ path }) => path === "/masking/dry_run")?.body ?? "");
  expect(sent).toEqual({ project_id: PROJECT, rules: STORED.rules });
  await userEvent.click(screen.getByRole("button", { name: "Remove Customers" }));
  expect(run.textContent).toContain("The rules have been changed since this dry run.");
});

it("switches a rule off, and keeps its place when others move", async () => {
  const requests = standInRelay({ "/masking/rules/query": STORED, "/masking/rules/set": STORED });
  show();
  await userEvent.click(await screen.findByRole("checkbox", { name: "Apply Customers" }));
  await userEvent.click(screen.getByRole("button", { name: "Move Customers up" }));
  await userEvent.click(save());
  await waitFor(() => expect(requests.some(({ path }) => path === "/masking/rules/set")).toBe(true));
  const sent = JSON.parse(requests.find(({ path }) => path === "/masking/rules/set")?.body ?? "");
  expect(sent.rules).toEqual([
    { kind: "regex", pattern: "CUST-1", name: "Customers", paths: ["inputs"], enabled: false },
    { kind: "email", name: "E-mail addresses" },
  ]);
});

it("is read-only for members, and not shown to viewers", async () => {
  const key = (role: string) => ({
    id: "k",
    owner: "ada",
    default_project: PROJECT,
    roles: [{ project_pattern: PROJECT, role }],
  });
  const requests = standInRelay({ "/keys/self": { key: key("member") }, "/masking/rules/query": STORED });
  const { unmount } = show();
  expect(await screen.findByText("Changing masking rules requires the admin role on this project.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save rules" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Edit Customers" })).toBeNull();
  expect(requests.some(({ path }) => path === "/masking/rules/query")).toBe(true);
  unmount();
  standInRelay({ "/keys/self": { key: key("viewer") } });
  show();
  expect(await screen.findByText("Reading masking rules requires the member role on this project.")).toBeTruthy();
});
