// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, refusal, standInRelay } from "@/lib/client/test-relay";
import { standInWorker } from "@/components/ui/test-worker";
import { checkTable, readTable } from "@/lib/table/read-table";

import { partsOf } from "./parts";
import type { FileAnswer, FileRequest } from "./table-file";
import { UploadForm } from "./upload-form";

const CSV = "question,score\nWhere is it?,1.0\nWhen?,2\n";
const stored = { digest: "d1", object_id: "rows", version_index: 0 };
const own = (role: string) => ({
  key: { id: "019", owner: "ann", default_project: "acme/bot", roles: [{ project_pattern: "*", role }] },
});

async function* work(request: FileRequest): AsyncGenerator<FileAnswer> {
  if (request.what === "next") return;
  const { what, file, format, types } = request;
  if (what === "check") yield { what: "checked", checked: await checkTable(file, { format }) };
  else {
    for await (const rows of partsOf(readTable(file, { format, types }))) yield { what: "rows", rows, share: 1 };
    yield { what: "end" };
  }
}

function show() {
  const onOpen = vi.fn<(path: string) => void>();
  standInWorker(work);
  return { onOpen, ...renderPage(<UploadForm projectId="acme/bot" />, { onPush: onOpen }) };
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const name = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });

async function chooseFile(text: string): Promise<void> {
  await userEvent.upload(
    screen.getByLabelText("Choose a CSV, JSON or JSONL file"),
    new File([text], "rows.csv", { type: "text/csv" }),
  );
}

it("stores the rows of a file once, with the types that were found, and opens the table", async () => {
  const later = laterAnswer();
  const requests = standInRelay({
    "/table/create": { digest: "d1", row_digests: ["a", "b"] },
    "/obj/create": later.answer,
  });
  const { onOpen } = show();
  await chooseFile(CSV);
  expect((await name()).value).toBe("rows");
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^score/ }).getAttribute("aria-checked")).toBe("true");
  await userEvent.type(await name(), " of mine{Enter}{Enter}");
  expect(await screen.findByRole("progressbar", { name: "Upload" })).toBeDefined();
  expect((await name()).readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: /^Store/ })).toBeNull();
  later.give(stored);
  await waitFor(() => expect(onOpen).toHaveBeenCalledExactlyOnceWith("/acme/bot/tables/d1"));
  const sent = requests.filter(({ path }) => path === "/table/create").map(({ body }) => body);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('[{"question":"Where is it?","score":1.0},{"question":"When?","score":2}]');
  expect(JSON.parse(requests.find(({ path }) => path === "/obj/create")?.body ?? "").obj.object_id).toBe(
    "rows of mine",
  );
});

it("keeps a column as text where that is chosen", async () => {
  const requests = standInRelay({ "/table/create": { digest: "d1", row_digests: [] }, "/obj/create": stored });
  const { onOpen } = show();
  await chooseFile(CSV);
  await userEvent.click(await screen.findByRole("checkbox", { name: /^score/ }));
  expect(screen.getByRole("columnheader", { name: "score (text)" })).toBeDefined();
  await press("Upload 2 rows");
  await waitFor(() => expect(onOpen).toHaveBeenCalled());
  expect(requests.find(({ path }) => path === "/table/create")?.body).toContain('"score":"1.0"');
});

it("names the lines that are wrong, and stores the others only when that is chosen", async () => {
  const requests = standInRelay({ "/table/create": { digest: "d1", row_digests: [] }, "/obj/create": stored });
  const { onOpen } = show();
  await chooseFile("question,score\nWhere?,1\nWhen?,1,2\n");
  expect((await screen.findByText(/^Line 3: /)).textContent).toMatch(/fields/);
  await press("Upload 1 row");
  expect(screen.getByText("Fix the lines above, or leave them out.").getAttribute("role")).toBe("alert");
  expect(requests.some(({ path }) => path === "/table/create")).toBe(false);
  await userEvent.click(screen.getByRole("checkbox", { name: "Leave this line out and store the other row" }));
  expect(screen.queryByText("Fix the lines above, or leave them out.")).toBeNull();
  await press("Upload 1 row");
  await waitFor(() => expect(onOpen).toHaveBeenCalled());
});

it("requires a name, with the error at the field", async () => {
  standInRelay({});
  show();
  await chooseFile(CSV);
  await userEvent.clear(await name());
  await press("Upload 2 rows");
  expect(noteOf(await name())).toBe("Enter a name");
  await userEvent.type(await name(), "x");
  expect((await name()).getAttribute("aria-invalid")).toBeNull();
});

it("keeps everything when the rows are refused", async () => {
  standInRelay({ "/table/create": refusal("too_large", "A row is too large", { status: 413 }) });
  const { onOpen } = show();
  await chooseFile(CSV);
  await userEvent.type(await name(), "{Enter}");
  expect((await screen.findByText(/Nothing was published/)).textContent).toContain("A row is too large");
  expect((await name()).value).toBe("rows");
  expect(onOpen).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Upload 2 rows" })).toBeDefined();
});

it("publishes nothing that was cancelled", async () => {
  const later = laterAnswer();
  const requests = standInRelay({ "/table/create": later.answer, "/obj/create": stored });
  const { onOpen } = show();
  await chooseFile(CSV);
  await userEvent.type(await name(), "{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  later.give({ digest: "d1", row_digests: [] });
  expect(await screen.findByRole("button", { name: "Upload 2 rows" })).toBeDefined();
  expect(requests.some(({ path }) => path === "/obj/create")).toBe(false);
  expect(onOpen).not.toHaveBeenCalled();
});

it("reads pasted rows, and keeps them until they are discarded", async () => {
  standInRelay({});
  const first = show();
  await press("Paste rows instead");
  const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Rows as CSV, JSON or JSONL" });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Preview rows" }).disabled).toBe(true);
  await userEvent.type(box(), '{{"a": 1}');
  first.unmount();
  show();
  expect(box().value).toBe('{"a": 1}');
  await press("Preview rows");
  const sample = await screen.findByRole("region", { name: "First rows" });
  expect(within(sample).getByRole("columnheader", { name: "a" })).toBeDefined();
  await press("Discard draft");
  expect(box().value).toBe("");
});

it("offers nothing to a key that may not store tables", async () => {
  standInRelay({ "/keys/self": own("viewer") });
  show();
  expect(await screen.findByText(/Storing tables requires the member role/)).toBeDefined();
  expect(screen.queryByLabelText("Choose a CSV, JSON or JSONL file")).toBeNull();
});
