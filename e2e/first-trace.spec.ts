import { firstTraceSnippets } from "@/components/project/snippets/first-trace-snippets";
import type { Client } from "@/lib/client/client";
import type { Page } from "@playwright/test";
import * as z from "zod";
import { pasteIntoShell } from "./loupe/paste";
import { standInChat } from "./loupe/stand-in-chat";
import { expect, test } from "./loupe/test";

for (const sdk of ["OpenTelemetry", "Vercel AI SDK"]) {
  test(`the ${sdk} snippet for JavaScript, pasted, puts a trace on the open page`, async ({ page, loupe, project }) => {
    const snippet = await chooseSnippet(page, project, "JavaScript", sdk);

    await pasteIntoShell(snippet, { LOUPE_API_KEY: loupe.key });
    const newest = page.getByRole("list", { name: "Newest traces" });
    await expect(newest.getByRole("link", { name: "answer-customer" })).toBeVisible();
    await expect(newest.getByRole("listitem")).toHaveCount(1);
    await expect(page.getByText("First trace arrived.")).toBeVisible();

    await page.getByRole("link", { name: "View all traces" }).click();
    const rows = page.getByRole("grid", { name: "Calls" }).getByRole("row", { name: "answer-customer" });
    await expect(rows).toContainText("21");
    await pasteIntoShell(snippet, { LOUPE_API_KEY: loupe.key });
    await expect(rows).toHaveCount(2);
  });
}

const ANSWER = "Your order left Lyon this morning.";
/** Of each SDK for Python: what the model call of its trace must show. */
const MODEL_CALLS = [
  { sdk: "OpenTelemetry", model: "gpt-4o-mini", answer: ANSWER, tokens: [12, 9] },
  { sdk: "Pydantic AI", model: "test", answer: ANSWER, tokens: [54, 7] },
  {
    sdk: "OpenAI (OpenInference)",
    model: "gpt-4o-mini",
    answer: "Paris is the **capital** of France.",
    tokens: [12, 4],
  },
];

for (const { sdk, model, answer, tokens } of MODEL_CALLS) {
  test(`the ${sdk} snippet for Python, pasted, sends the call of a model`, async ({
    page,
    loupe,
    project,
    service,
  }) => {
    const snippet = await chooseSnippet(page, project, "Python", sdk);
    const models = await standInChat();
    try {
      const openAi = { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: "none" };
      await pasteIntoShell(snippet, { LOUPE_API_KEY: loupe.key, ...openAi });
    } finally {
      await models.close();
    }
    await expect(page.getByText("First trace arrived.")).toBeVisible();
    expect(await modelCallOf(service, project)).toEqual({
      messages: [{ role: "user", content: "Where is my parcel?" }],
      answer,
      model,
      tokens,
    });
  });
}

test("every snippet can be chosen with the keyboard, and stays chosen", async ({ page, project }) => {
  await page.goto(`/${project}`);
  const sdk = page.getByLabel("SDK");
  const [python] = firstTraceSnippets({ baseUrl: "", projectId: "" });
  await expect(sdk.getByRole("option")).toHaveText(python?.snippets.map(({ label }) => label) ?? []);
  await sdk.focus();
  await page.keyboard.type("Anth");
  await expect(page.getByRole("region", { name: "Anthropic snippet" })).toContainText("ANTHROPIC");
  await expect(page.getByRole("button", { name: "Copy Anthropic snippet" })).toBeInViewport();
  await expect(page.getByText("This snippet calls a model")).toContainText("ANTHROPIC_API_KEY");
  await page.getByRole("tab", { name: "Python" }).press("ArrowRight");
  await expect(page.getByRole("region", { name: "OpenTelemetry snippet" })).toContainText("npm install");
  await page.getByRole("tab", { name: "JavaScript" }).press("ArrowLeft");
  await expect(page.getByRole("region", { name: "Anthropic snippet" })).toBeVisible();
});

/** The text of a snippet on the page of a project without traces. */
async function chooseSnippet(page: Page, project: string, language: string, sdk: string): Promise<string> {
  await page.goto(`/${project}`);
  await expect(page.getByRole("heading", { name: "Waiting for the first trace" })).toBeVisible();
  await page.getByRole("tab", { name: language }).click();
  await page.getByLabel("SDK").selectOption(sdk);
  return (await page.getByRole("region", { name: `${sdk} snippet` }).textContent()) ?? "";
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
