// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, refusal, type RelayedRequest, standInRelay } from "@/lib/client/test-relay";

import { JsonText } from "@/lib/json/text";
import { rowDigest } from "@/lib/table/row-digest";

import { AddDialog } from "./add-dialog";

const dataset = {
  project_id: "acme/bot",
  object_id: "questions",
  created_at: "2026-11-20T08:00:00.000000Z",
  digest: "v0",
  version_index: 0,
  is_latest: 1,
  kind: "object",
  val: { _type: "Dataset", rows: "weave:///acme/bot/table/t0" },
};
const correction = {
  core_ref: "core:///acme/bot/call/call-2",
  feedback_type: "core.correction.1",
  payload: { output: "better" },
};
const listed = {
  "/feedback/query": { result: [correction] },
  "/objs/query": { objs: [dataset] },
  "/obj/read": { obj: dataset },
  "/table/query": { rows: [] },
  "/table/query_stats": { count: 12 },
  "/tables/query": { tables: [{ digest: "t0", count: 12, created_at: "2026-11-20T08:00:00.000000Z" }] },
};
const call = (id: string) =>
  JSON.stringify({ id, project_id: "acme/bot", trace_id: id, inputs: { q: id }, output: "fine", attributes: {} });
const calls = () => new Response(`${call("call-1")}\n${call("call-2")}\n`);

const name = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Dataset" });
const part = (label: string) => screen.getByRole("checkbox", { name: label });
const add = () => screen.getByRole("button", { name: "Add 2 calls" });

function show() {
  const onClose = vi.fn<() => void>();
  const dialog = <AddDialog projectId="acme/bot" callIds={["call-1", "call-2"]} onClose={onClose} />;
  return { onClose, ...renderPage(dialog) };
}

it("says whether the dataset exists, and appends the chosen fields to it once", async () => {
  const later = laterAnswer();
  const requests = standInRelay({
    ...listed,
    "/calls/stream_query": calls(),
    "/table/query_stats": ({ body }) => ({ count: body.includes("row_digests") ? 0 : 12 }),
    "/table/update": { digest: "t1", updated_row_digests: [] },
    "/obj/create": later.answer,
  });
  const { onClose } = show();
  await userEvent.type(name(), "question");
  expect(noteOf(name())).toBe("Creates a new dataset.");
  await userEvent.type(name(), "s");
  await waitFor(() => expect(noteOf(name())).toBe("New rows are appended to the existing 12 rows."));
  await userEvent.click(part("Ref of the call"));
  await userEvent.click(screen.getByRole("checkbox", { name: "One column per input field" }));
  await userEvent.type(name(), "{Enter}{Enter}");
  expect(screen.getByRole("button", { name: "Adding" }).getAttribute("aria-disabled")).toBe("true");
  expect(name().readOnly).toBe(true);
  later.give({ digest: "v1", object_id: "questions", version_index: 1 });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const updates = requests.filter(({ path }) => path === "/table/update").map(({ body }) => JSON.parse(body));
  expect(updates).toMatchObject([
    {
      base_digest: "t0",
      updates: [
        { append: { row: { q: "call-1", output: "fine" } } },
        { append: { row: { q: "call-2", output: "fine", expected_output: "better" } } },
      ],
    },
  ]);
});

const columnOf = (field: string) => screen.getByRole<HTMLInputElement>("combobox", { name: `Column for ${field}` });
const rowsOf = (requests: readonly RelayedRequest[]) =>
  requests.filter(({ path }) => path === "/table/update").map(({ body }) => body);
const existing = {
  ...listed,
  "/calls/stream_query": calls(),
  "/table/query": { rows: [{ digest: "r0", original_index: 0, val: { Q: "older", expected: "x", note: 1 } }] },
  "/table/query_stats": ({ body }: RelayedRequest) => ({ count: body.includes("row_digests") ? 0 : 12 }),
  "/table/update": { digest: "t1", updated_row_digests: [] },
  "/obj/create": { digest: "v1", object_id: "questions", version_index: 1 },
};

it("maps fields to the dataset's columns, shows the first row, and names what stays empty", async () => {
  const requests = standInRelay(existing);
  const { onClose } = show();
  await userEvent.type(name(), "questions");
  await waitFor(() => expect(columnOf("inputs.q").value).toBe("Q"));
  expect(columnOf("Corrected output").value).toBe("expected");
  const mapping = screen.getByRole("region", { name: "Columns and first row" });
  expect(mapping.textContent).toContain("call-1");
  expect(mapping.textContent).toContain("stay empty in these rows: note");
  expect(screen.getAllByText("new column")).toHaveLength(2);
  await userEvent.clear(columnOf("Output"));
  await userEvent.click(add());
  expect(screen.getByRole("alert").textContent).toBe("Every column needs a name.");
  await userEvent.type(columnOf("Output"), "expected");
  expect(screen.getByRole("alert").textContent).toBe("Two columns are named “expected”. Names must be unique.");
  await userEvent.clear(columnOf("Output"));
  await userEvent.type(columnOf("Output"), "__proto__");
  await userEvent.click(add());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(rowsOf(requests)[0]).toContain('{"Q":"call-2","__proto__":"fine","expected":"better","call":');
});

it("counts duplicates before adding, and leaves them out unless they are wanted", async () => {
  const digest = rowDigest(new JsonText('{"Q":"call-1","output":"fine"}'));
  const requests = standInRelay({
    ...existing,
    "/table/query": ({ body }: RelayedRequest) => ({
      rows: [{ digest: body.includes("row_digests") ? digest : "r0", original_index: 0, val: { Q: "call-1" } }],
    }),
    "/table/query_stats": ({ body }: RelayedRequest) => ({ count: body.includes("row_digests") ? 1 : 12 }),
  });
  const { onClose } = show();
  await userEvent.type(name(), "questions");
  await userEvent.click(part("Ref of the call"));
  await screen.findByText("1 of 2 rows is already in the dataset. It is left out.");
  await userEvent.click(screen.getByRole("checkbox", { name: "Add duplicates too" }));
  expect(add()).toBeDefined();
  await userEvent.click(screen.getByRole("checkbox", { name: "Add duplicates too" }));
  await userEvent.click(screen.getByRole("button", { name: "Add 1 call" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(rowsOf(requests)).toHaveLength(1);
  expect(rowsOf(requests)[0]).not.toContain("call-1");
});

it("adds nothing to a version that was published meanwhile, and then appends to it", async () => {
  const newer = {
    ...dataset,
    digest: "v7",
    version_index: 7,
    val: { ...dataset.val, rows: "weave:///acme/bot/table/t7" },
  };
  const requests = standInRelay({ ...existing, "/obj/read": { obj: newer } });
  const { onClose } = show();
  await userEvent.type(name(), "questions");
  await waitFor(() => expect(columnOf("inputs.q").value).toBe("Q"));
  await userEvent.click(add());
  expect((await screen.findByRole("alert")).textContent).toContain("v8 of questions has become the latest version");
  expect(requests.some(({ path }) => path === "/obj/create")).toBe(false);
  await userEvent.click(add());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(rowsOf(requests)[1]).toContain('"base_digest":"t7"');
});

it("names what is missing, and sends nothing", async () => {
  const requests = standInRelay(listed);
  show();
  for (const label of ["Inputs", "Output", "Corrected output, as the expected one", "Ref of the call"])
    await userEvent.click(part(label));
  expect(screen.queryByRole("checkbox", { name: "One column per input field" })).toBeNull();
  await userEvent.click(add());
  expect(noteOf(name())).toBe("Enter the name of an existing or new dataset");
  expect(screen.getByRole("alert").textContent).toBe("Choose at least one.");
  expect(requests.some(({ path }) => /create|update/.test(path))).toBe(false);
});

it("reports a call that no longer exists, and publishes nothing", async () => {
  const requests = standInRelay({
    ...listed,
    "/calls/stream_query": new Response(`${call("call-1")}\n`),
    "/obj/read": refusal("not_found", "no such object", { status: 404 }),
    "/table/create": { digest: "t1", row_digests: [] },
  });
  const { onClose } = show();
  await userEvent.type(name(), "new{Enter}");
  expect((await screen.findByText(/Only 1 of 2 calls still exists/)).textContent).toContain("Select them again.");
  expect(requests.some(({ path }) => path === "/obj/create")).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
});

it("keeps the name when Escape closes it, until the draft is discarded", async () => {
  standInRelay(listed);
  const first = show();
  await userEvent.type(name(), "half{Escape}");
  expect(first.onClose).toHaveBeenCalledOnce();
  first.unmount();
  show();
  expect(name().value).toBe("half");
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(name().value).toBe("");
});
