import { readFileSync } from "node:fs";
import { firstTraceSnippets } from "@/components/project/snippets/first-trace-snippets";
import type { Client } from "@/lib/client/client";
import type { Page } from "@playwright/test";
import * as z from "zod";
import { barriersOn } from "./loupe/barriers";
import { pasteIntoShell } from "./loupe/paste";
import { standInChat } from "./loupe/stand-in-chat";
import { expect, test } from "./loupe/test";

for (const sdk of ["OpenTelemetry", "Vercel AI SDK"]) {
  const tag = sdk === "OpenTelemetry" ? "" : " @all";
  test(`the ${sdk} snippet for TypeScript, pasted, puts a trace on the open page${tag}`, async ({ page, project }) => {
    const snippet = await chooseSnippet(page, project, "TypeScript", sdk);

    await pasteIntoShell(snippet);
    const newest = page.getByRole("list", { name: "Newest traces" });
    await expect(newest.getByRole("link", { name: "answer-customer" })).toBeVisible();
    await expect(newest.getByRole("listitem")).toHaveCount(1);
    await expect(page.getByText("First trace arrived.")).toBeVisible();

    await page.getByRole("link", { name: "View all traces" }).click();
    const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
    await expect(rows).toContainText("21");
    await pasteIntoShell(snippet);
    await expect(rows).toHaveCount(2);
  });
}

const ANSWER = "Your order left Lyon this morning.";
const PARIS = "Paris is the **capital** of France.";
/** Of each snippet whose packages this repository has or pip installs: what the model call of its trace must show. */
const MODEL_CALLS = [
  { language: "Python", sdk: "OpenTelemetry", model: "gpt-4o-mini", answer: ANSWER, tokens: [12, 9] },
  { language: "Python", sdk: "Pydantic AI", model: "test", answer: ANSWER, tokens: [54, 7] },
  { language: "Python", sdk: "OpenAI (OpenInference)", model: "gpt-4o-mini", answer: PARIS, tokens: [12, 4] },
  { language: "TypeScript", sdk: "OpenTelemetry", model: "gpt-4o-mini", answer: ANSWER, tokens: [12, 9] },
  { language: "TypeScript", sdk: "OpenAI", model: "gpt-4o-mini", answer: PARIS, tokens: [12, 4] },
  { language: "TypeScript", sdk: "W&B Weave", model: "gpt-4o-mini", answer: ANSWER, tokens: [12, 9] },
];

for (const { language, sdk, model, answer, tokens } of MODEL_CALLS) {
  // The README's snippets below are always tried.
  const tag = sdk === "OpenAI" ? [] : "@all";
  test(
    `the ${sdk} snippet for ${language}, pasted, sends the call of a model`,
    { tag },
    async ({ page, project, service }) => {
      const snippet = await chooseSnippet(page, project, language, sdk);
      const models = await standInChat();
      try {
        await pasteIntoShell(snippet, { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: "none" });
      } finally {
        await models.close();
      }
      await expect(page.getByText("First trace arrived.")).toBeVisible();
      expect(await modelCallOf(service, project)).toEqual({ messages: [QUESTION], answer, model, tokens });
    },
  );
}

for (const [language, program] of [
  ["Python", "first-trace.py"],
  ["TypeScript", "first-trace.mjs"],
] as const) {
  test(`the README's snippet for ${language} has ten lines, and sends the call of a model`, async ({
    service,
    loupe,
  }) => {
    const [key, settings = "", ...programs] = readmeBlocks();
    expect(key).toBe("read -rs LOUPE_API_KEY\n");
    const pasted = programs.find((text) => text.includes(`cat > ${program}`)) ?? "";
    const [, lines = ""] = /<<'END'\n([^]*?)\nEND\n/.exec(pasted) ?? [];
    expect(lines.split("\n").filter((line) => line !== "")).toHaveLength(10);

    const project = `readme-${language.toLowerCase()}/first`;
    const { api_key: apiKey } = await service.request("keysCreate", {
      owner: "reader",
      roles: [{ project_pattern: project, role: "member" }],
    });
    const here = settings.replace("http://127.0.0.1:3001", loupe.serviceUrl);
    expect(here).not.toBe(settings);
    await pasteIntoShell(here + pasted, { LOUPE_API_KEY: apiKey });
    const sent = { messages: [QUESTION], answer: ANSWER, model: "gpt-4o-mini", tokens: [12, 9] };
    expect(await modelCallOf(service, project)).toEqual(sent);
  });
}

test("every snippet can be chosen with the keyboard, and stays chosen @all", async ({ page, project }) => {
  await page.goto(`/${project}`);
  const sdks = page.getByRole("radiogroup", { name: "SDK" });
  const [python, typescript] = firstTraceSnippets({ baseUrl: "", projectId: "" });
  await expect(sdks.getByRole("radio")).toHaveText(python?.snippets.map(({ label }) => label) ?? []);
  await sdks.getByRole("radio", { name: "OpenTelemetry", exact: true }).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Anthropic snippet" })).toContainText("ANTHROPIC");
  await expect(page.getByText("This snippet calls a model")).toContainText("ANTHROPIC_API_KEY");
  await page.getByRole("tab", { name: "Python" }).press("ArrowRight");
  await expect(sdks.getByRole("radio")).toHaveText(typescript?.snippets.map(({ label }) => label) ?? []);
  await expect(page.getByRole("region", { name: "OpenTelemetry snippet" })).toContainText("npm install");
  await page.getByRole("tab", { name: "TypeScript" }).press("ArrowLeft");
  await expect(page.getByRole("region", { name: "Anthropic snippet" })).toBeVisible();
  await expect(page).toHaveURL(/\?sdk=anthropic$/);
  await page.reload();
  await expect(page.getByRole("region", { name: "Anthropic snippet" })).toBeVisible();
});

test("axe finds nothing in the chooser, with a key and without @all", async ({ page, project }) => {
  await page.goto(`/${project}?sdk=mastra`);
  await expect(page.getByRole("button", { name: "Create key" })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("cannot be shown again")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
});

const QUESTION = { role: "user", content: "Where is my parcel?" };

/** What the README says to paste, in order. */
function readmeBlocks(): string[] {
  const section = readFileSync("README.md", "utf8").split("## Send your first trace")[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = ""]) => text);
}

/** The text of a snippet on the page of a project without traces, chosen by two clicks, with a new key. */
async function chooseSnippet(page: Page, project: string, language: string, sdk: string): Promise<string> {
  await page.goto(`/${project}`);
  await expect(page.getByRole("heading", { name: "Waiting for the first trace" })).toBeVisible();
  await page.getByRole("tab", { name: language }).click();
  await page.getByRole("radio", { name: sdk, exact: true }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  const snippet = page.getByRole("region", { name: `${sdk} snippet` });
  await expect(snippet).toContainText(/export LOUPE_API_KEY='lp_[\w-]+'/);
  return (await snippet.textContent()) ?? "";
}

const modelCall = z.object({
  inputs: z.object({ model: z.string(), messages: z.unknown() }),
  output: z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]) }),
  summary: z.object({
    usage: z.record(z.string(), z.object({ prompt_tokens: z.int(), completion_tokens: z.int() })),
  }),
});

/** What is stored of the one call of the project that names a model. */
async function modelCallOf(service: Client, projectId: string) {
  const found = [];
  for await (const { inputs, output, summary } of service.stream("callsStreamQuery", { project_id: projectId })) {
    const [input, answer, total] = [inputs, output, summary].map((value) => JSON.parse(value?.text ?? "null"));
    const parsed = modelCall.safeParse({ inputs: input, output: answer, summary: total });
    if (parsed.success) found.push(parsed.data);
  }
  expect(found).toHaveLength(1);
  return found.map(({ inputs: { model, messages }, output, summary: { usage } }) => ({
    model,
    messages,
    answer: output.choices[0].message.content,
    tokens: Object.values(usage).flatMap((each) => [each.prompt_tokens, each.completion_tokens]),
  }))[0];
}
