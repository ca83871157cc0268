// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import type { RetentionPreview, RetentionState } from "@/lib/contract/retention";
import { laterAnswer, refusal, standInRelay } from "@/lib/client/test-relay";

import { RetentionSection } from "./retention-section";

const PROJECT = "acme/bot";
const EVER: RetentionState = {
  keep_days: null,
  keep_queued: true,
  keep_in_tables: true,
  keep_annotated: true,
  version: 0,
};
const KEPT: RetentionState = { ...EVER, keep_days: 30, version: 4, next_run_at: "2026-11-27T03:00:00.000000Z" };
const PREVIEW: RetentionPreview = {
  cutoff: "2026-10-27T00:00:00.000000Z",
  traces: 12,
  calls: 34,
  bytes: 2048,
  kept: { traces: 3, queued: 2, in_tables: 0, annotated: 1 },
  oldest_kept_at: "2026-01-02T03:04:05.000000Z",
  is_cut: false,
  next_run_at: "2026-11-27T03:00:00.000000Z",
};
const ownKey = (role: string) => ({
  id: "k",
  owner: "ada",
  default_project: PROJECT,
  roles: [{ project_pattern: PROJECT, role }],
});

const show = () => renderPage(<RetentionSection projectId={PROJECT} />);
const save = () => screen.getByRole("button", { name: "Save retention" });

it("counts what would be deleted for what is typed, asks before it is saved, and says when", async () => {
  const requests = standInRelay({
    "/retention/query": EVER,
    "/retention/preview": PREVIEW,
    "/retention/set": { ...KEPT, keep_days: 7, keep_annotated: false, version: 1 },
  });
  show();
  await userEvent.selectOptions(await screen.findByLabelText("Keep traces"), "For a number of days");
  const days = screen.getByLabelText("Days");
  await userEvent.clear(days);
  expect(screen.getByText("Enter a whole number of days from 1 to 3650")).toBeTruthy();
  await userEvent.type(days, "7");
  await userEvent.click(screen.getByRole("checkbox", { name: /With annotations/ }));
  const today = await screen.findByLabelText("Today");
  await waitFor(() => expect(today.textContent).toContain("12 traces with 34 calls, about 2 KiB"));
  expect(today.textContent).toContain("3 traces: 2 in a queue, 1 annotated; the oldest is from");
  const asked = () => requests.filter(({ path }) => path === "/retention/preview").map(({ body }) => JSON.parse(body));
  const exceptions = { keep_queued: true, keep_in_tables: true, keep_annotated: false };
  await waitFor(() => expect(asked().at(-1)).toEqual({ project_id: PROJECT, ...exceptions, keep_days: 7 }));
  await waitFor(() => expect(screen.getByLabelText("Today").getAttribute("aria-busy")).toBe("false"));

  await userEvent.click(save());
  const dialog = await screen.findByRole("dialog", { name: "Delete traces after 7 days?" });
  expect(dialog.textContent).toContain("12 traces with 34 calls");
  expect(dialog.textContent).toContain("Nothing is deleted before that");
  expect(requests.some(({ path }) => path === "/retention/set")).toBe(false);
  await userEvent.click(within(dialog).getByRole("button", { name: "Save and delete" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent: unknown = JSON.parse(requests.find(({ path }) => path === "/retention/set")?.body ?? "");
  expect(sent).toEqual({ project_id: PROJECT, ...exceptions, keep_days: 7, replaces: 0 });
  expect(screen.getByText("Next run")).toBeTruthy();
  expect(save().hasAttribute("disabled")).toBe(true);
});

it("saves without a question if nothing is deleted", async () => {
  const requests = standInRelay({
    "/retention/query": KEPT,
    "/retention/preview": { ...PREVIEW, traces: 0, calls: 0, bytes: 0 },
    "/retention/set": EVER,
  });
  show();
  expect(await screen.findByText("nothing")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Keep traces"), "Forever");
  await userEvent.click(save());
  await waitFor(() => expect(requests.some(({ path }) => path === "/retention/set")).toBe(true));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("asks if it could not count", async () => {
  standInRelay({ "/retention/query": KEPT, "/retention/preview": refusal("unavailable", "The query took too long") });
  show();
  expect(await screen.findByText(/Could not count what would be deleted: The query took too long/)).toBeTruthy();
  await userEvent.click(screen.getByRole("checkbox", { name: "In an annotation queue" }));
  await userEvent.click(save());
  expect((await screen.findByRole("dialog")).textContent).toContain("They have not been counted.");
});

it("says that somebody else has changed it, and replaces theirs when it is saved again", async () => {
  let stored = KEPT;
  const requests = standInRelay({
    "/retention/query": () => stored,
    "/retention/preview": { ...PREVIEW, traces: 0 },
    "/retention/set": () => {
      if (stored.version === 5) return { ...EVER, version: 6 };
      stored = { ...KEPT, keep_days: 60, version: 5, changed_by: "bob" };
      return refusal("conflict", "The retention has been changed in the meantime; read it again", { status: 409 });
    },
  });
  show();
  await screen.findByText("nothing");
  await userEvent.selectOptions(screen.getByLabelText("Keep traces"), "Forever");
  await userEvent.click(save());
  expect(await screen.findByText(/bob has changed the retention since you began/)).toBeTruthy();
  expect(screen.getByText(/so yours has not been saved/)).toBeTruthy();
  await waitFor(() => expect(requests.filter(({ path }) => path === "/retention/query")).toHaveLength(2));
  await userEvent.click(save());
  await waitFor(() => expect(requests.filter(({ path }) => path === "/retention/set")).toHaveLength(2));
  const replaced = requests.flatMap(({ path, body }) => (path === "/retention/set" ? [JSON.parse(body).replaces] : []));
  expect(replaced).toEqual([4, 5]);
});

it("shows runs, and is read-only for viewers", async () => {
  const run = { started_at: "2026-11-26T03:00:00.000000Z", traces: 1234, calls: 5678, kept: 9 };
  standInRelay({
    "/keys/self": { key: ownKey("viewer") },
    "/retention/query": {
      ...KEPT,
      running: { ...run, traces: 1 },
      last_run: { ...run, ended_at: run.started_at, status: "stopped" },
    },
    "/retention/preview": PREVIEW,
  });
  show();
  const runs = await screen.findByLabelText("Runs");
  expect(runs.textContent).toContain("1,234 traces deleted, 9 kept, then stopped because the retention was changed");
  expect(runs.textContent).toContain("1 trace deleted so far");
  expect(await screen.findByText("Changing the retention requires the admin role on this project.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save retention" })).toBeNull();
  expect(screen.getByLabelText("Days").hasAttribute("disabled")).toBe(true);
});

it("shows that it is loading, and why it failed", async () => {
  const later = laterAnswer();
  standInRelay({ "/retention/query": later.answer });
  show();
  expect(await screen.findByRole("status", { name: "Loading the retention" })).toBeTruthy();
  later.give(refusal("internal", "Something failed", { status: 500 }));
  expect(await screen.findByText("Could not read the retention: Something failed")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});

it("says that another service cannot do it", async () => {
  standInRelay({});
  show();
  expect(await screen.findByText("This service cannot delete old traces by itself.")).toBeTruthy();
});
