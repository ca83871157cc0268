// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { type RelayedRequest, standInRelay } from "@/lib/client/test-relay";
import type { ObjectVersion } from "@/lib/contract/objects";
import { JsonText, writeJson } from "@/lib/json/text";

import { EditTab } from "./edit-tab";

const version = (digest: string, index: number): ObjectVersion => ({
  project_id: "acme/bot",
  object_id: "cases",
  created_at: "2026-11-20T08:00:00.000000Z",
  digest,
  version_index: index,
  is_latest: 1,
  kind: "object",
  val: new JsonText('{"_class_name":"Dataset","rows":"weave:///acme/bot/table/t0"}'),
});
const rows = [
  '{"id": 12345678901234567890, "question": "Where?", "score": 1.0}',
  '{"id": 2, "question": "When?", "score": 2}',
  '"no object"',
];
const json = (text: string) => new Response(text);

function show({ latest = version("o0", 0) }: { latest?: ObjectVersion } = {}) {
  const onPush = vi.fn<(href: string) => void>();
  const requests = standInRelay({
    "/obj/read": ({ body }: RelayedRequest) =>
      json(writeJson({ obj: body.includes('"latest"') ? latest : version("o0", 0) })),
    "/table/query_stats": { count: rows.length },
    "/table/query": () =>
      json(`{"rows":[${rows.map((val, at) => `{"digest":"r${at}","val":${val},"original_index":${at}}`).join(",")}]}`),
    "/table/update": { digest: "t1", updated_row_digests: [] },
    "/obj/create": { digest: "o1", object_id: "cases", version_index: 1 },
  });
  const params = { projectId: "acme/bot", digest: "t0" };
  const page = renderPage(<EditTab params={params} dataset={version("o0", 0)} onClose={() => undefined} />, { onPush });
  return { requests, onPush, ...page };
}

const row = async (at: number) => {
  const grid = await screen.findByRole("grid", { name: "Edited rows" });
  await waitFor(() => expect(within(grid).getAllByRole("row").length).toBeGreaterThan(at + 1));
  const found = within(grid).getAllByRole("row")[at + 1];
  if (!found) throw new Error(`no row ${at}`);
  return found;
};
const field = (column: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name: new RegExp(`^${column}`) });
const save = () => userEvent.click(screen.getByRole("button", { name: "Save version" }));
const sent = (requests: readonly RelayedRequest[], path: string) =>
  requests.filter((request) => request.path === path).map(({ body }) => body);

it("edits values, deletes and adds rows by keyboard, and saves all of it as one version", async () => {
  const { requests, onPush } = show();
  (await row(0)).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(async () => expect(document.activeElement).toBe(await field("id")));
  await userEvent.clear(await field("question"));
  await userEvent.type(await field("question"), "Where is it?");
  await userEvent.clear(await field("score"));
  await userEvent.type(await field("score"), "1.50");
  expect((await row(0)).textContent).toContain("changed");
  (await row(1)).focus();
  await userEvent.keyboard("{Delete}");
  expect((await row(1)).textContent).toContain("deleted");
  await userEvent.click(screen.getByRole("button", { name: "Add row" }));
  await userEvent.type(await field("question"), "New?");
  expect(screen.getByText("1 row changed · 1 added · 1 deleted")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Message of this version"), "Corrected by Ann{Enter}");
  await waitFor(() => expect(onPush).toHaveBeenCalledWith("/acme/bot/tables/t1"));
  expect(sent(requests, "/table/update")).toEqual([
    '{"project_id":"acme/bot","base_digest":"t0","updates":[{"pop":{"index":1}},{"pop":{"index":0}},' +
      '{"insert":{"index":0,"row":{"id":12345678901234567890,"question":"Where is it?","score":1.50}}},' +
      '{"append":{"row":{"question":"New?"}}}]}',
  ]);
  expect(sent(requests, "/obj/create")[0]).toContain('"replaces":"o0"');
  expect(sent(requests, "/obj/create")[0]).toContain('"rows":"weave:///acme/bot/table/t1"');
  expect(sent(requests, "/obj/create")[0]).toContain('"description":"Corrected by Ann"');
});

it("moves between cells, edits the current one on Enter and leaves it on Escape", async () => {
  show();
  const first = await row(0);
  first.focus();
  const column = () => (document.activeElement instanceof HTMLElement ? document.activeElement.dataset["column"] : "");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(column()).toBe("question");
  await userEvent.keyboard("{ArrowDown}{ArrowRight}{ArrowUp}");
  expect(column()).toBe("score");
  await userEvent.keyboard("{Enter}");
  await waitFor(async () => expect(document.activeElement).toBe(await field("score")));
  first.focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(await screen.findByRole("region", { name: "Edit row 1" })).toBeDefined();
  expect(document.activeElement).toBe(await row(1));
  await userEvent.keyboard("{ArrowRight}{Escape}");
  expect(document.activeElement).toBe(await row(1));
  expect(screen.getByRole("region", { name: "Edit row 1" })).toBeDefined();
});

it("names invalid JSON, and saves nothing until it is corrected or undone", async () => {
  const { requests } = show();
  await userEvent.click(await row(0));
  await userEvent.clear(await field("score"));
  await userEvent.type(await field("score"), "1.");
  expect(screen.getByRole("alert").textContent).toContain("Not valid JSON at character");
  await save();
  expect(screen.getByText("Could not save: row 0, score: not valid JSON.")).toBeDefined();
  expect(sent(requests, "/table/update")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Undo changes of score" }));
  expect((await field("score")).value).toBe("1.0");
  expect(screen.getByText("No changes yet.")).toBeDefined();
});

it("keeps edits as a draft, undoes them step by step, and edits a row that is no object", async () => {
  const first = show();
  await userEvent.click(await row(2));
  await userEvent.type(await field("Row"), "!");
  (await row(1)).focus();
  await userEvent.keyboard("{Delete}");
  await userEvent.type(screen.getByLabelText("Message of this version"), "Why");
  first.unmount();
  show();
  expect((await screen.findByLabelText<HTMLInputElement>("Message of this version")).value).toBe("Why");
  await userEvent.click(await row(2));
  expect((await field("Row")).value).toBe("no object!");
  expect((await row(1)).textContent).toContain("deleted");
  await userEvent.click(screen.getByRole("button", { name: "Add row" }));
  expect(screen.getByText("1 row changed · 1 added · 1 deleted")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(screen.getByText("1 row changed · 1 deleted")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(screen.getByText("No changes yet.")).toBeDefined();
});

it("does not replace a version that was published meanwhile, unless that is asked", async () => {
  const first = show();
  (await row(1)).focus();
  await userEvent.keyboard("{Delete}");
  first.unmount();
  const { requests, onPush } = show({
    latest: { ...version("o7", 7), ext_user_id: "ann", val: new JsonText('{"rows":"weave:///acme/bot/table/t7"}') },
  });
  await row(1);
  expect(screen.getByText(/Based on v1; the latest is v8/)).toBeDefined();
  await save();
  expect(await screen.findByText(/v8 of cases, by ann, has become the latest version/)).toBeDefined();
  expect(sent(requests, "/obj/create")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Save anyway" }));
  await waitFor(() => expect(onPush).toHaveBeenCalledOnce());
  expect(sent(requests, "/obj/create")[0]).toContain('"replaces":"o7"');
});
