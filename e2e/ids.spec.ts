import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { callRef } from "@/lib/contract/refs";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { JsonText, toJsonText } from "@/lib/json/text";
import type { Loupe } from "./loupe/loupe";
import { seedQueue } from "./loupe/seed-queue";
import { yesterdayAt } from "./loupe/send-calls";
import { whileServed } from "./loupe/served-model";
import { expect, test } from "./loupe/test";

const hex = (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join("");

/** An ID as a program prints it, and the page that it opens. */
interface Printed {
  what: string;
  id: string;
  /** The end of the address. */
  opens: string | RegExp;
}

const NANOS = "000000";

/** Sends a trace as OpenTelemetry's exporters do, and makes one thing of each kind that has an ID. */
async function seed(service: Client, loupe: Loupe, project: string): Promise<Printed[]> {
  const [trace, root, span, response] = [hex(32), hex(16), hex(16), `chatcmpl-${hex(12)}`];
  const at = (ms: number) => `${Date.parse(yesterdayAt("10:00:00.000Z").slice(0, 23) + "Z") + ms}${NANOS}`;
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const sent = await fetch(`${loupe.serviceUrl}/v1/traces`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from(`api:${loupe.key}`).toString("base64")}`,
      "x-project": project,
    },
    body: JSON.stringify({
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                { traceId: trace, spanId: root, name: "agent.run", startTimeUnixNano: at(0), endTimeUnixNano: at(900) },
                {
                  traceId: trace,
                  spanId: span,
                  parentSpanId: root,
                  name: "chat",
                  startTimeUnixNano: at(10),
                  endTimeUnixNano: at(800),
                  attributes: [
                    text("gen_ai.operation.name", "chat"),
                    text("gen_ai.response.id", response),
                    { key: "gen_ai.usage.input_tokens", value: { intValue: 3 } },
                    text("session.id", `session-${hex(6)}-7`),
                    text("user.id", "u-42"),
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  });
  if (!sent.ok) throw new Error(await sent.text());
  const publish = async (object_id: string, val: JsonText) =>
    (await service.request("objCreate", { obj: { project_id: project, object_id, val } })).digest;
  const prompt = await publish("greet", toJsonText({ messages: [{ role: "user", content: "Hello {{name}}" }] }));
  await seedQueue(service, project);
  const { obj: queue } = await service.request("objRead", {
    project_id: project,
    object_id: "shared",
    digest: "latest",
  });
  const rows = [toJsonText({ name: "Ada" })];
  const { digest: table, row_digests: rowDigests } = await service.request("tableCreate", {
    table: { project_id: project, rows },
  });
  const scorer = await publish(
    "tone",
    writeScorer({ name: "tone", definition: { type: "regex", pattern: "please", ignore_case: true } }),
  );
  const { alert } = await service.request("alertCreate", {
    project_id: project,
    name: "Failures",
    metric: { measure: "error_rate" },
    condition: { type: "threshold", comparison: "above", value: 0.05 },
    window_seconds: 300,
    channels: [{ format: "json", url: "http://127.0.0.1:9/hook" }],
  });
  const scorer_ref = `core:///${project}/object/tone:${scorer}`;
  const { rule } = await service.request("scoringCreate", {
    project_id: project,
    name: "Tone",
    unit: "traces",
    scorer_ref,
  });
  const { experiment } = await whileServed(service, { project, model: "none-1" }, () =>
    service.request("experimentCreate", {
      project_id: project,
      name: "greet",
      table_digest: table,
      request: toJsonText({ model: "none-1", messages: [{ role: "user", content: "Hello {{name}}" }] }),
    }),
  );
  const { id: feedback } = await service.request("feedbackCreate", {
    project_id: project,
    core_ref: callRef(project, span),
    feedback_type: "core.note.1",
    payload: toJsonText({ note: "Hm" }),
  });
  const dashed = trace.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const thread = await threadOf(service, project);
  return [
    { what: "a span", id: span, opens: `/calls/${span}` },
    { what: "a trace", id: trace, opens: `/calls/${root}` },
    { what: "a trace in upper case", id: trace.toUpperCase(), opens: `/calls/${root}` },
    { what: "a trace as a UUID", id: dashed, opens: `/calls/${root}` },
    { what: "a traceparent", id: `00-${trace}-${span}-01`, opens: `/calls/${span}` },
    { what: "a response", id: response, opens: `/calls/${span}` },
    { what: "a thread", id: thread, opens: `/threads/${thread}` },
    { what: "an end user", id: "u-42", opens: /\/calls\?q=user(%3A|:)u-42/ },
    { what: "feedback", id: feedback, opens: `/calls/${span}` },
    { what: "a version of a prompt", id: prompt, opens: /\/objects\/greet\/\w/ },
    { what: "a queue", id: queue.digest, opens: "/feedback/queues/shared" },
    { what: "a table", id: table, opens: `/tables/${table}` },
    { what: "a row", id: rowDigests[0] ?? "", opens: new RegExp(`/tables/${table}`) },
    { what: "an alert", id: alert.id, opens: `/alerts?alert=${alert.id}` },
    { what: "a scoring rule", id: rule.id, opens: new RegExp(`/scoring.*${rule.id}`) },
    { what: "an experiment", id: experiment.id, opens: new RegExp(`/experiments/.*${experiment.id}`) },
  ];
}

async function threadOf(service: Client, project_id: string): Promise<string> {
  for await (const { thread_id: id } of service.stream("callsStreamQuery", { project_id, columns: ["thread_id"] }))
    if (id !== undefined) return id;
  throw new Error("No call has a thread");
}

const isAt = (opens: Printed["opens"]) => (url: URL) => {
  const address = decodeURIComponent(url.pathname) + url.search;
  return typeof opens === "string" ? address.endsWith(opens) : opens.test(address);
};

const WAYS: Record<string, (page: Page, project: string, id: string) => Promise<unknown>> = {
  "by an address of calls": (page, project, id) => page.goto(`/${project}/calls/${encodeURIComponent(id)}`),
  "by an address of threads": (page, project, id) => page.goto(`/${project}/threads/${encodeURIComponent(id)}`),
  "in the palette": async (page, project, id) => {
    await page.goto(`/${project}/feedback`);
    await page.keyboard.press("ControlOrMeta+k");
    // Enter at once: it waits for what the ID belongs to.
    await page.getByRole("combobox", { name: "Go to" }).fill(id);
    await page.keyboard.press("Enter");
  },
  "in the search of traces": async (page, project, id) => {
    await page.goto(`/${project}/calls`);
    await page.getByRole("combobox", { name: "Search or filter" }).fill(id);
    await page
      .getByRole("option", { name: /^Open the / })
      .first()
      .click();
  },
};

for (const [way, open] of Object.entries(WAYS))
  test(`what a program prints opens its page ${way}${way === "in the palette" ? "" : " @all"}`, async ({
    page,
    service,
    loupe,
    project,
  }) => {
    for (const { what, id, opens } of await seed(service, loupe, project))
      await test.step(what, async () => {
        await open(page, project, id);
        await page.waitForURL(isAt(opens), { timeout: 20_000 });
      });
  });

test("an ID that nothing has says what it can be", async ({ page, project }) => {
  const request = "0193a1b2-7c00-4000-8000-00000000000f";
  await page.goto(`/${project}/calls/${request}`);
  await expect(page.getByText("Call not found")).toBeVisible();
  await expect(page.getByText(/The ID of a request, which errors name, has no page/)).toBeVisible();
  await page.getByRole("link", { name: "Search as request ID" }).click();
  await expect(page).toHaveURL(/q=.*request_id/);
});
