// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";

import { fillEditor, noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { refusal, standInRelay } from "@/lib/client/test-relay";
import { useToasts } from "@/components/ui/toast-store";
import { standInWorker } from "@/components/ui/test-worker";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { readTrainingFile } from "@/lib/training/read-training-file";

import type { FileAnswer } from "./groups/read-file";
import { NewJob } from "./new-job";
import { standInUploads } from "./test-upload";

const MODEL = "01980b9c-0000-7000-8000-000000000000";
const model = {
  id: MODEL,
  entity: "acme",
  project: "bot",
  project_id: "acme/bot",
  name: "support",
  base_model: "stand-in/base",
  run_id: null,
  created_at: "2026-11-20T08:00:00.000000Z",
  created_by: "ann",
};
const models = { "/v1/preview/models": { data: [model], has_more: false } };
const own = (role: string) => ({
  "/keys/self": {
    key: { id: "019", owner: "ann", default_project: "acme/bot", roles: [{ project_pattern: "*", role }] },
  },
});
const line = (answer: string, reward: number | string) =>
  JSON.stringify({
    messages_and_choices: [
      { role: "user", content: "Task" },
      { role: "assistant", content: answer },
    ],
    reward,
  });
const LINES = [line("one", 1), line("two", 0)];

const JOBS = "/v1/preview/training-jobs";
const JOB = "01980b9c-0000-7000-8000-000000000007";
const job = {
  id: JOB,
  project_id: "acme/bot",
  model_id: MODEL,
  model_name: "support",
  base_model: "stand-in/base",
  status: "queued",
  created_at: "2026-11-20T08:00:00.000000Z",
  created_by: "ann",
  groups: 1,
  trajectories: 2,
  flat_groups: 0,
  body_bytes: 10,
};
const dataset = {
  project_id: "acme/bot",
  object_id: "questions",
  created_at: "2026-11-20T08:00:00.000000Z",
  digest: "version1",
  version_index: 0,
  is_latest: 1,
  kind: "object",
  val: { rows: "weave:///acme/bot/table/table1" },
};
const datasets = {
  "/objs/query": { objs: [dataset] },
  "/obj/read": { obj: dataset },
  "/tables/query": { tables: [{ digest: "table1", count: 2, created_at: "2026-11-20T08:00:00.000000Z" }] },
};

async function* read(file: File): AsyncGenerator<FileAnswer> {
  for await (const part of readTrainingFile(file)) yield { what: "part", part };
  yield { what: "end" };
}

function show({ search = "" } = {}) {
  const onOpen = vi.fn<(path: string) => void>();
  standInWorker(read);
  const uploads = standInUploads();
  const calls = { view: NEWEST_TRACES, filter: null };
  const form = (
    <>
      <NewJob projectId="acme/bot" conversation={() => null} calls={calls} />
      <Notifications />
    </>
  );
  return { onOpen, uploads, ...renderPage(form, { onPush: onOpen, search }) };
}

function Notifications() {
  return useToasts().map(({ key, title, description }) => (
    <p key={key}>
      {title}: {description}
    </p>
  ));
}

const select = () => screen.findByRole<HTMLSelectElement>("combobox", { name: "Model" });
const rate = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Learning rate" });
const submit = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Submit/ });

async function chooseFile(...lines: string[]): Promise<void> {
  const file = new File([lines.join("\n")], "groups.jsonl");
  await userEvent.upload(screen.getByLabelText("Choose JSON or JSONL files"), file);
}

async function chooseModel(): Promise<void> {
  await screen.findByRole("option", { name: "support (base: stand-in/base)" });
  await userEvent.selectOptions(await select(), MODEL);
}

async function chooseTestTable(): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: "Choose a table" }));
  await userEvent.click(await screen.findByRole("button", { name: /^questions/ }));
}

async function makeReady(): Promise<void> {
  await chooseFile(...LINES);
  await chooseModel();
  await screen.findByRole("button", { name: "Submit 1 group" });
}

// Loaded once there are groups, which takes longer than the tests themselves.
beforeAll(() =>
  Promise.all([
    import("./teach/teach-step"),
    import("../test-table/test-table-field"),
    import("../test-table/test-table-dialog"),
  ]),
);

it("names what is missing, and sends nothing", async () => {
  standInRelay(models);
  const { uploads } = show();
  await userEvent.click(submit());
  await waitFor(async () => expect(noteOf(await select())).toBe("Choose a trainable model"));
  expect(screen.getByText("No groups to submit. Choose some under “Groups” first.")).toBeDefined();
  await chooseModel();
  expect((await select()).getAttribute("aria-invalid")).toBeNull();
  expect(uploads).toEqual([]);
});

it.each(["abc", "0", "-1", "1e999"])("does not take %s for a learning rate", async (typed) => {
  standInRelay(models);
  const { uploads } = show();
  await makeReady();
  await userEvent.type(rate(), typed);
  expect(noteOf(rate())).toBe("Must be a number above 0, such as 1e-5");
  await userEvent.click(submit());
  expect(uploads).toEqual([]);
  await userEvent.clear(rate());
  expect(rate().getAttribute("aria-invalid")).toBeNull();
});

it("names what is wrong with the other settings", async () => {
  standInRelay(models);
  show();
  await userEvent.type(rate(), "1e-5");
  await userEvent.click(screen.getByRole("button", { name: "Other training parameters (JSON)" }));
  await fillEditor("Other training parameters", '{"learning_rate": 2}');
  expect(await screen.findByText("learning_rate is already set above")).toBeDefined();
  await fillEditor("Other training parameters", "[1]");
  expect(await screen.findByText("Must be a JSON object")).toBeDefined();
});

it("lists the lines that are wrong, and shows what is to be sent of the others", async () => {
  standInRelay(models);
  show();
  await chooseFile(...LINES, "{broken", line("three", "x"));
  const problems = within(await screen.findByRole("region", { name: "Errors in groups.jsonl" }));
  expect(problems.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^line 3: Not valid JSON/),
    "line 4: reward: must be a number, found a string",
  ]);
  expect(screen.getByText("2 entries have errors and will be left out")).toBeDefined();
  expect(await screen.findByText(/^1 group · 2 trajectories/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Remove groups.jsonl" }));
  expect(await screen.findByText(/^No groups yet/)).toBeDefined();
});

it("sends the job once, shows its progress, opens it, and forgets the draft", async () => {
  standInRelay(models);
  const { uploads, onOpen } = show();
  await makeReady();
  await userEvent.type(rate(), "1.50e-5{Enter}{Enter}");
  const progress = await screen.findByRole<HTMLProgressElement>("progressbar", { name: "Submitting the job" });
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(screen.queryByRole("button", { name: /^Submit/ })).toBeNull();
  const [upload] = uploads;
  const body = (await upload?.body?.text()) ?? "";
  expect(body).toBe(
    `{"model_id":"${MODEL}","experimental_config":{"learning_rate":1.50e-5},` +
      `"trajectory_groups":[{"trajectories":[${LINES.join(",")}]}]}`,
  );
  act(() => upload?.progress(Math.ceil(body.length / 2)));
  expect(progress.value).toBeCloseTo(0.5, 1);
  act(() => upload?.answer(200, { id: "job-1" }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledExactlyOnceWith("/acme/bot/training/job-1"));
  expect(rate().value).toBe("");
});

it("keeps the test table with the draft, and sets it after the job is sent, whose body has none", async () => {
  const asked = standInRelay({ ...models, ...datasets, [`${JOBS}/test-table`]: job });
  const first = show();
  await chooseTestTable();
  expect(await screen.findByRole("link", { name: /^questions/ })).toBeDefined();
  first.unmount();
  const { uploads, onOpen } = show();
  expect(await screen.findByRole("link", { name: /^questions/ })).toBeDefined();
  await makeReady();
  await userEvent.click(submit());
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(JSON.parse((await uploads[0]?.body?.text()) ?? "")).toEqual({
    model_id: MODEL,
    experimental_config: {},
    trajectory_groups: [{ trajectories: LINES.map((one) => JSON.parse(one)) }],
  });
  const sets = () => asked.filter(({ path }) => path.endsWith("/test-table")).map(({ body }) => JSON.parse(body));
  expect(sets()).toEqual([]);
  act(() => uploads[0]?.answer(200, { id: JOB }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledExactlyOnceWith(`/acme/bot/training/${JOB}`));
  await waitFor(() =>
    expect(sets()).toEqual([{ id: JOB, test_table_ref: "core:///acme/bot/object/questions:version1" }]),
  );
  expect(screen.queryByRole("link", { name: /^questions/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Choose a table" })).toBeDefined();
});

it("says that the test table was not set, without sending the job again", async () => {
  const gone = () => refusal("invalid", "test_table_ref: must be the ref of a stored table", { status: 422 });
  standInRelay({ ...models, ...datasets, [`${JOBS}/test-table`]: gone });
  const { uploads, onOpen } = show();
  await chooseTestTable();
  await makeReady();
  await userEvent.click(submit());
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]?.answer(200, { id: JOB }));
  const said = await screen.findByText(/^The job was submitted without its test table: test_table_ref: must be/);
  expect(said.textContent).toContain("Choose the table on the job's page.");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(`/acme/bot/training/${JOB}`);
  expect(uploads).toHaveLength(1);
});

it("is sent without a test table that was removed again", async () => {
  const asked = standInRelay({ ...models, ...datasets });
  const { uploads, onOpen } = show();
  await chooseTestTable();
  await userEvent.click(await screen.findByRole("button", { name: "Remove test table" }));
  await makeReady();
  await userEvent.click(submit());
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]?.answer(200, { id: JOB }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  expect(asked.filter(({ path }) => path.endsWith("/test-table"))).toEqual([]);
});

it("lists the reasons of a rejection with their lines, keeps everything, and sends again under the same key", async () => {
  standInRelay(models);
  const { uploads, onOpen } = show();
  await makeReady();
  await userEvent.type(rate(), "2{Enter}");
  await waitFor(() => expect(uploads).toHaveLength(1));
  const errors = [
    { path: "experimental_config.learning_rate", message: "must be at most 1" },
    { path: "trajectory_groups[0].trajectories[1].reward", message: "must not be 0" },
  ];
  act(() => uploads[0]?.answer(400, { code: "bad_request", message: "Invalid body", request_id: "r-1", errors }));
  const reasons = within(await screen.findByRole("list", { name: "Job errors" }));
  expect(reasons.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "experimental_config.learning_rate must be at most 1",
    "trajectory_groups[0].trajectories[1].reward must not be 0 · line 2",
  ]);
  expect(rate().value).toBe("2");
  await userEvent.click(screen.getByRole("button", { name: "Submit again 1 group" }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(uploads[1]?.headers).toEqual(uploads[0]?.headers);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(uploads[1]?.isAborted).toBe(true);
  expect(await screen.findByRole("button", { name: "Submit 1 group" })).toBeDefined();
  expect(onOpen).not.toHaveBeenCalled();
});

it("has pasted groups and settings again when it is opened again", async () => {
  standInRelay(models);
  const first = show({ search: "source=paste" });
  await userEvent.type(rate(), "3e-5");
  await fillEditor("Groups as JSON or JSONL", LINES.join("\n"));
  expect(await screen.findByText(/^1 group · 2 trajectories/)).toBeDefined();
  first.unmount();
  show({ search: "source=paste" });
  expect(await screen.findByText(/^1 group · 2 trajectories/)).toBeDefined();
  expect(rate().value).toBe("3e-5");
});

it("warns when no group has reward variance", async () => {
  standInRelay(models);
  show();
  await chooseFile(line("one", 1), line("two", 1));
  expect(await screen.findByText("1 group without reward variance", { exact: false })).toBeDefined();
  expect(screen.getByText(/No selected group has reward variance/)).toBeDefined();
});

it("takes the id of the model where the service lists none", async () => {
  standInRelay({});
  show();
  expect(await screen.findByRole("textbox", { name: "Model" })).toBeDefined();
});

it("lets a viewer look, but not submit", async () => {
  standInRelay({ ...models, ...own("viewer") });
  show();
  await waitFor(() => expect(submit().disabled).toBe(true));
  expect(screen.getByText("Training models requires the member role on this project.")).toBeDefined();
});

it("loads the calls with some feedback only when asked, since they may be many", async () => {
  const asked = standInRelay({
    ...models,
    "/calls/query_stats": { count: 44_000 },
    "/calls/stream_query": () => new Response(""),
  });
  show({ search: "?feedback=core.reaction.1" });
  const load = await screen.findByRole("button", { name: "Load 10,000 calls" });
  expect(asked.map(({ path }) => path)).not.toContain("/calls/stream_query");
  await userEvent.click(load);
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain("/calls/stream_query"));
});
