// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";

import { fillEditor, noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { type RelayedRequest, refusal, standInRelay } from "@/lib/client/test-relay";

import { Workbench } from "./workbench";

const CHAT = "/v1/chat/completions/";
const models = {
  "/v1/models": {
    object: "list",
    data: ["talker", "thinker"].map((id) => ({ id, object: "model", created: 1, owned_by: "lab", root: id })),
  },
};
const own = (role: string) => ({
  "/keys/self": {
    key: { id: "019", owner: "ann", default_project: "acme/bot", roles: [{ project_pattern: "*", role }] },
  },
});
const usage = { prompt_tokens: 12, completion_tokens: 4, total_tokens: 16 };

/** An answer that streams what the test sends, until that ends it. */
function streamed() {
  const encoder = new TextEncoder();
  let to: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => (to = controller) });
  const send = (data: string) => to?.enqueue(encoder.encode(`data: ${data}\n\n`));
  return {
    answer: ({ signal }: RelayedRequest) => {
      signal?.addEventListener("abort", () => to?.error(signal.reason));
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
    say: (content: string) => send(JSON.stringify({ choices: [{ index: 0, delta: { content } }] })),
    end: () => {
      send(JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage }));
      send("[DONE]");
      to?.close();
    },
  };
}

const whole = (message: object, finish_reason = "stop") => ({
  choices: [{ index: 0, message: { role: "assistant", content: null, ...message }, finish_reason }],
  usage,
});

// By their labels: the roles of a page as large as this one take jsdom seconds to compute.
const pane = (place = 1) => within(screen.getByLabelText(`Pane ${place}`, { selector: "section" }));
const turn = (place: number) => screen.getByLabelText<HTMLTextAreaElement>(`Content of message ${place}`);
const parameters = () => within(screen.getByLabelText("Parameters", { selector: "section" }));
const parameter = (name: string) => parameters().getByLabelText<HTMLInputElement>(name);
const toolbar = () => within(screen.getByLabelText("Playground", { selector: "[role=toolbar]" }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const bodies = (requests: ReturnType<typeof standInRelay>) =>
  requests.filter(({ path }) => path === CHAT).map(({ body }) => body);

const show = () =>
  renderPage(<Workbench projectId="acme/bot" serviceUrl="http://service.test" feedbackOn={() => null} />);

async function chooseModel(model: string, place = 1): Promise<void> {
  await userEvent.click(screen.getByLabelText(new RegExp(`^Model of pane ${place}`)));
  await userEvent.click(await screen.findByRole("option", { name: new RegExp(model) }));
}

/** Writes it at once: each key that is typed renders the whole page. */
async function write(box: HTMLElement, text: string): Promise<void> {
  await userEvent.click(box);
  await userEvent.paste(text);
}

const runByKeyboard = () => userEvent.type(turn(2), "{Control>}{Enter}{/Control}");

async function ask(question = "Where is Paris?"): Promise<void> {
  await write(turn(2), question);
  await chooseModel("talker");
}

// Loaded by the panes when first wanted, which takes longer than the tests themselves.
beforeAll(() => import("@/components/ui/code-editor-view"));

it("names what is missing, and sends nothing", async () => {
  const requests = standInRelay(models);
  show();
  await userEvent.click(toolbar().getByRole("button", { name: /^Run/ }));
  const banner = pane().getByRole("alert");
  expect(banner.textContent).toContain("The request was not sent.");
  expect(banner.textContent).toMatch(/model/);
  expect(bodies(requests)).toEqual([]);
  await chooseModel("talker");
  expect(pane().queryByRole("alert")).toBeNull();
});

it("shows an answer as it streams in, sent by keyboard, and its metrics at the end", async () => {
  const stream = streamed();
  const requests = standInRelay({ ...models, [CHAT]: stream.answer });
  show();
  await ask();
  await runByKeyboard();
  expect(await pane().findByRole("status", { name: "Waiting for the first token" })).toBeDefined();
  expect(screen.getByLabelText("Pane 1").getAttribute("aria-busy")).toBe("true");
  stream.say("Paris is ");
  expect(await pane().findByText("Paris is")).toBeDefined();
  stream.say("a city.");
  expect(await pane().findByText("Paris is a city.")).toBeDefined();
  stream.end();
  const metrics = await pane().findByText("stop");
  expect(metrics.closest("dl")?.textContent).toContain("12 → 4 tokens");
  expect(pane().getByText("Pane 1, talker: answer complete")).toBeDefined();
  expect(bodies(requests).map((body) => JSON.parse(body))).toMatchObject([
    { model: "talker", messages: [{ role: "user", content: "Where is Paris?" }], stream: true },
  ]);
});

it("stops with Escape from inside a box, and keeps what has arrived", async () => {
  const stream = streamed();
  const requests = standInRelay({ ...models, [CHAT]: stream.answer });
  show();
  await ask();
  await runByKeyboard();
  stream.say("Paris is");
  expect(await pane().findByText("Paris is")).toBeDefined();
  turn(2).focus();
  await userEvent.keyboard("{Escape}");
  expect(await pane().findByText("Pane 1, talker: stopped")).toBeDefined();
  expect(pane().getByText("Paris is")).toBeDefined();
  expect(toolbar().getByRole("button", { name: /^Run/ })).toBeDefined();
  await userEvent.click(pane().getByRole("button", { name: "Regenerate" }));
  await waitFor(() => expect(bodies(requests)).toHaveLength(2));
});

it("replaces an answer that is still coming when it is run again", async () => {
  const [first, second] = [streamed(), streamed()];
  const answers = [first, second];
  const requests = standInRelay({
    ...models,
    [CHAT]: (request) => answers.shift()?.answer(request) ?? refusal("internal", "one too many"),
  });
  show();
  await ask();
  await runByKeyboard();
  first.say("The first.");
  expect(await pane().findByText("The first.")).toBeDefined();
  await runByKeyboard();
  second.say("The second.");
  expect(await pane().findByText("The second.")).toBeDefined();
  expect(requests.find(({ path }) => path === CHAT)?.signal?.aborted).toBe(true);
  second.end();
  expect(await pane().findByText("Pane 1, talker: answer complete")).toBeDefined();
  expect(pane().queryByText(/The first/)).toBeNull();
});

it("shows a refusal with its field and request, marks the parameter, and retries", async () => {
  const errors = [{ path: "temperature", message: "must be at most 2" }];
  const refused = refusal("bad_request", "must be at most 2", { errors });
  const answers = [refused, whole({ content: "Fine." })];
  const requests = standInRelay({ ...models, [CHAT]: () => answers.shift() ?? refused });
  show();
  await ask();
  await write(parameter("temperature"), "3");
  expect(noteOf(parameter("temperature"))).toBeDefined();
  await userEvent.clear(parameter("temperature"));
  await write(parameter("temperature"), "1.50");
  await userEvent.click(pane().getByRole("button", { name: "Run this pane" }));
  const banner = await pane().findByRole("alert");
  expect(banner.textContent).toContain("must be at most 2");
  expect(banner.textContent).toContain("Parameter: temperature");
  expect(banner.textContent).toContain("r-1");
  expect(parameter("temperature").getAttribute("aria-invalid")).toBe("true");
  expect(noteOf(parameter("temperature"))).toContain("must be at most 2");
  expect(bodies(requests)[0]).toContain('"temperature":1.50');
  await userEvent.click(pane().getByRole("button", { name: "Regenerate" }));
  expect(await pane().findByText("Fine.")).toBeDefined();
  expect(pane().queryByRole("alert")).toBeNull();
});

it("says so when an answer is cut off", async () => {
  standInRelay({
    ...models,
    [CHAT]: new Response('data: {"choices":[{"index":0,"delta":{"content":"Par"}}]}\n\n', {
      headers: { "content-type": "text/event-stream" },
    }),
  });
  show();
  await ask();
  await runByKeyboard();
  expect((await pane().findByRole("alert")).textContent).toContain("The answer was cut off");
  expect(pane().getByText("Par")).toBeDefined();
});

it("sets, marks and resets parameters, and sends a parameter with the digits that were typed", async () => {
  const requests = standInRelay({ ...models, [CHAT]: whole({ content: "Fine." }) });
  show();
  await ask();
  await write(parameters().getByLabelText("Search parameters"), "seed");
  await write(parameter("seed"), "9223372036854775807");
  expect(screen.getByLabelText("Parameters of pane 1, 1 changed")).toBeDefined();
  await userEvent.click(pane().getByRole("button", { name: "Run this pane" }));
  expect(await pane().findByText("Fine.")).toBeDefined();
  expect(bodies(requests)[0]).toContain('"seed":9223372036854775807');
  await userEvent.click(parameters().getByLabelText("Reset seed"));
  expect(parameter("seed").value).toBe("");
  await userEvent.click(parameters().getByText("Reset all"));
  expect(screen.getByLabelText("Parameters of pane 1, 0 changed")).toBeDefined();
});

it("keeps parameters as JSON and as a form in step", async () => {
  standInRelay(models);
  show();
  await userEvent.click(parameters().getByRole("tab", { name: "JSON" }));
  await fillEditor("Model and parameters as JSON", '{"model": "thinker", "top_p": 1.0}');
  expect(await screen.findByRole("button", { name: "Model of pane 1: thinker" })).toBeDefined();
  await userEvent.click(parameters().getByRole("tab", { name: "Form" }));
  expect(parameter("top_p").value).toBe("1.0");
});

it("asks what a tool returns, and continues with it", async () => {
  const calls = [{ id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Paris"}' } }];
  const answers = [whole({ tool_calls: calls }, "tool_calls"), whole({ content: "It is 18 °C." })];
  const requests = standInRelay({ ...models, [CHAT]: () => answers.shift() ?? refusal("internal", "one too many") });
  show();
  await ask("How warm is Paris?");
  await runByKeyboard();
  const call = within(await pane().findByRole("group", { name: "Tool call get_weather" }));
  await userEvent.type(call.getByRole("textbox", { name: "Result of get_weather" }), "18.0");
  await userEvent.click(pane().getByRole("button", { name: "Continue with this result" }));
  expect(await pane().findByText("It is 18 °C.")).toBeDefined();
  expect(turn(4).value).toBe("18.0");
  expect(JSON.parse(bodies(requests)[1] ?? "").messages).toMatchObject([
    { role: "user" },
    { role: "assistant", tool_calls: calls },
    { role: "tool", content: "18.0", tool_call_id: "call_1" },
  ]);
});

it("adds, moves, removes and restores turns, and writes in the one that is added", async () => {
  standInRelay(models);
  show();
  await write(turn(1), "Be brief.");
  await write(turn(2), "Hello");
  await press("Add message");
  expect(document.activeElement).toBe(turn(3));
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Role of message 3" }).value).toBe("assistant");
  await userEvent.keyboard("Hi{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}");
  expect([turn(1).value, turn(2).value, turn(3).value]).toEqual(["Be brief.", "Hi", "Hello"]);
  const second = within(screen.getByRole("listitem", { name: "Message 2, assistant" }));
  await userEvent.click(second.getByRole("button", { name: "Remove message" }));
  expect([turn(1).value, turn(2).value]).toEqual(["Be brief.", "Hello"]);
});

it("names the turn that cannot be sent", async () => {
  const errors = [{ path: "messages[1].content", message: "is too long" }];
  standInRelay({ ...models, [CHAT]: refusal("bad_request", "is too long", { errors }) });
  show();
  await write(turn(1), "Be brief.");
  await ask();
  await userEvent.click(pane().getByRole("button", { name: "Run this pane" }));
  await waitFor(() => expect(noteOf(turn(2))).toBe("content is too long"));
  await write(turn(2), "!");
  expect(noteOf(turn(2))).toBeUndefined();
});

it("runs every pane with its own model, at most four", async () => {
  const requests = standInRelay({ ...models, [CHAT]: () => whole({ content: "Fine." }) });
  show();
  await ask();
  await press("Add pane");
  await chooseModel("thinker", 2);
  await press(/^Run all/);
  expect(await pane(1).findByText("Fine.")).toBeDefined();
  expect(await pane(2).findByText("Fine.")).toBeDefined();
  expect(bodies(requests).map((body) => JSON.parse(body).model)).toEqual(["talker", "thinker"]);
  await press("Add pane");
  await press("Add pane");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add pane" }).disabled).toBe(true);
});

it("has what was written again when it is opened again", async () => {
  standInRelay(models);
  const first = show();
  await ask();
  await write(parameter("temperature"), "0.70");
  first.unmount();
  show();
  expect(turn(2).value).toBe("Where is Paris?");
  expect(screen.getByRole("button", { name: "Model of pane 1: talker" })).toBeDefined();
  expect(parameter("temperature").value).toBe("0.70");
});

it("says why a key may not run models", async () => {
  const requests = standInRelay({ ...models, ...own("viewer") });
  show();
  expect(await screen.findAllByText("Calling models requires the member role on this project.")).not.toEqual([]);
  await userEvent.type(turn(2), "Hello{Control>}{Enter}{/Control}");
  expect(toolbar().getByRole<HTMLButtonElement>("button", { name: /^Run/ }).disabled).toBe(true);
  expect(bodies(requests)).toEqual([]);
});
