// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { refusal, standInRelay } from "@/lib/client/test-relay";
import type { Erasure } from "@/lib/contract/erasure";

import { ErasureScreen } from "./erasure-screen";

const PROJECT = "acme/bot";
const USER = "ada@example.com";
const NOTHING = { traces: 0, calls: 0, feedback: 0, table_rows: 0, queue_calls: 0 };
const ALL = { ...NOTHING, files: 0, log_records: 0, rejected_items: 0 };
const AT = "2026-11-20T08:00:00.000000Z";

const erasureOf = (fields: Partial<Erasure> = {}): Erasure => ({
  id: "019",
  project_id: PROJECT,
  status: "done",
  user_hash: "0123456789abcdef",
  created_by: "ann",
  created_at: AT,
  ended_at: AT,
  receipt: {
    counts: { ...ALL, traces: 2, calls: 5, files: 1 },
    found: [{ kind: "table_rows", table: "table_rows", count: 60, ids: ["r1", "r2"] }],
    verified_at: AT,
    tables_searched: 50,
    rounds: 2,
    still_arriving: false,
  },
  ...fields,
});

function keyOf(role: string) {
  const roles = [{ project_pattern: PROJECT, role }];
  return { "/keys/self": { key: { id: "k", owner: "ann", default_project: PROJECT, roles, created_at: AT } } };
}

const show = () => renderPage(<ErasureScreen projectId={PROJECT} />);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

it("counts what is stored of a user, and erases it once the user ID is typed again", async () => {
  let erasures: Erasure[] = [];
  const requests = standInRelay({
    ...keyOf("admin"),
    "/erasure/query": () => ({ erasures }),
    "/erasure/preview": { counts: { ...NOTHING, traces: 2, calls: 5 }, is_complete: false },
    "/erasure/create": () => {
      const waiting = erasureOf({ status: "queued", receipt: undefined });
      erasures = [waiting];
      return waiting;
    },
  });
  show();
  expect(await screen.findByText("No user's data has been erased yet.")).toBeTruthy();
  expect(button("Find data").disabled).toBe(true);
  await userEvent.type(screen.getByLabelText("User ID"), `${USER}{Enter}`);
  expect(await screen.findByText("2 traces, 5 calls")).toBeTruthy();
  expect(screen.getByText(/Not all calls were read/)).toBeTruthy();
  await userEvent.click(button("Erase data…"));
  const dialog = within(await screen.findByRole("dialog"));
  const confirm = dialog.getByLabelText("Type the user ID to confirm");
  await userEvent.type(confirm, "ada{Enter}");
  expect(dialog.getByText("This is not the user ID")).toBeTruthy();
  expect(requests.some(({ path }) => path === "/erasure/create")).toBe(false);
  await userEvent.type(confirm, "@example.com");
  await userEvent.click(dialog.getByRole("button", { name: "Erase permanently" }));
  expect(await screen.findByText("Waiting")).toBeTruthy();
  const sent = requests.find(({ path }) => path === "/erasure/create")?.body ?? "";
  expect(JSON.parse(sent)).toEqual({ project_id: PROJECT, user_id: USER, confirm: USER });
  // The user ID is kept nowhere.
  expect(screen.getByLabelText<HTMLInputElement>("User ID").value).toBe("");
  expect(JSON.stringify([localStorage, sessionStorage, location.href])).not.toContain("ada");
});

it("shows a receipt, what a person must decide, and saves it as JSON and as a page", async () => {
  standInRelay({ ...keyOf("admin"), "/erasure/query": { erasures: [erasureOf()] } });
  const saved: Blob[] = [];
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => {} }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  show();
  expect(await screen.findByText("2 traces, 5 calls, 1 file")).toBeTruthy();
  expect(screen.getByText("Needs a decision")).toBeTruthy();
  await userEvent.click(button("Receipt"));
  expect(screen.getByText("Table rows that contain the user ID: 60")).toBeTruthy();
  expect(screen.getByText(/r1, r2, …/)).toBeTruthy();
  await userEvent.click(button("Download JSON"));
  await userEvent.click(button("Download page for printing"));
  const [json = "", page] = await Promise.all(saved.map((blob) => blob.text()));
  expect(JSON.parse(json)).toMatchObject({ id: "019", receipt: { counts: { traces: 2 } } });
  expect(page).toContain("<h1>Erasure receipt</h1>");
});

it("says who may erase, what failed, and that a service cannot", async () => {
  const requests = standInRelay({ ...keyOf("member"), "/erasure/query": { erasures: [] } });
  show();
  expect(
    await screen.findByText("Only admins of the project can erase a user's data. Ask one of them to do it."),
  ).toBeTruthy();
  expect(requests.filter(({ path }) => path === "/erasure/preview")).toEqual([]);
});

it("offers a retry when the list cannot be read", async () => {
  standInRelay({ ...keyOf("admin"), "/erasure/query": refusal("internal", "It broke", { status: 500 }) });
  show();
  expect(await screen.findByText("It broke", undefined, { timeout: 20_000 })).toBeTruthy();
  await waitFor(() => expect(button("Retry")).toBeTruthy());
});

it("says when the service does not erase", async () => {
  standInRelay(keyOf("admin"));
  show();
  expect(await screen.findByText("This service does not erase the data of a user")).toBeTruthy();
});
