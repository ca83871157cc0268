import { LangfuseClient } from "@langfuse/client";
import type { Locator, Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import { callIdOf, callRef, parseAnyRef, versionRef } from "@/lib/contract/refs";
import { JsonNode } from "@/lib/json/node";
import { toJsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { runCustomerAgent } from "./loupe/run-program";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test } from "./loupe/test";
import { traceModelCalls } from "./loupe/trace-model-calls";

const comparison = (page: Page, name: string) => page.getByRole("region", { name });

/** Answers of a person and a judge to the same four calls, and their scores. */
const GIVEN = [
  { tone: "kind", judge: "kind", rating: 5, score: 0.9 },
  { tone: "kind", judge: "rude", rating: 4, score: 0.7 },
  { tone: "rude", judge: "rude", rating: 1, score: 0.2 },
  { tone: "rude", judge: "rude", rating: 2, score: 0.1 },
] as const;

test("feedback is compared by group, with another type, and as numbers @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  const model = await standInModel("It is in Lyon.");
  const spans = [
    ...(await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "Where is it?" })),
    ...(await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "And now?" })),
  ];
  await model.close();
  const judged = spans.slice(0, GIVEN.length);
  expect(judged).toHaveLength(GIVEN.length);
  const give = (id: string, feedback_type: string, value: unknown) =>
    service.request("feedbackCreate", {
      project_id: project,
      core_ref: callRef(project, id),
      feedback_type,
      payload: toJsonText({ value }),
    });
  for (const [place, { id }] of judged.entries())
    for (const [type, value] of Object.entries(GIVEN[place] ?? {})) await give(id, type, value);
  await give(judged[0]?.id ?? "", "tone", "rude");
  await give(judged[0]?.id ?? "", "tone", "kind");
  await give("deleted", "tone", "kind");

  await page.goto(`/${project}/feedback?type=tone`);
  // Rows name their calls.
  await expect(page.getByRole("grid", { name: "Feedback" }).getByText("Where is it?").first()).toBeVisible();
  await page.getByRole("link", { name: "Analysis" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Feedback analysis" })).toBeVisible();
  // Six records on four calls, and one on a call that does not exist.
  const byModel = comparison(page, "tone by model");
  await expect(byModel).toContainText("6 records on calls; 1 other record");
  await page.getByLabel("Group by").selectOption("By op");
  const byOp = comparison(page, "tone by op");
  const counts = byOp.getByRole("row").locator("td:nth-of-type(1)");
  await expect.poll(async () => (await counts.allTextContents()).reduce((sum, text) => sum + Number(text), 0)).toBe(6);
  // Nothing of the earlier grouping is left.
  await expect(byOp.getByText("No op")).toHaveCount(0);

  await page.getByLabel("Compare with").selectOption("Compare with judge");
  const agreed = comparison(page, "tone compared with judge");
  await expect(agreed).toContainText(
    "4 calls and objects with both; the latest value of each counts. Left out: 1 with only tone.",
  );
  // The same on 3 of 4; by chance (2·1 + 2·3) / 16: kappa (0.75 − 0.5) / 0.5.
  // Wilson: (0.75 + z²/8 ± z √(0.75·0.25/4 + z²/64)) / (1 + z²/4) with z = 1.96.
  await expect(agreed).toContainText("75%3 of 4, 95% interval 30.1% to 95.4%");
  await expect(agreed).toContainText("Cohen's kappa0.50");
  // F1 of kind: 2·1 / (2 + 1); of rude: 2·2 / (2 + 3).
  await expect(agreed.getByRole("table", { name: "tone as a prediction of judge" })).toContainText("kind0.501.000.671");
  await expect(agreed.getByRole("table", { name: "tone as a prediction of judge" })).toContainText("rude1.000.670.803");
  await expect(agreed.getByRole("table", { name: /in rows/ })).toContainText("kind112");
  expect(await barriersOn(page)).toEqual([]);

  // The one that a person and the judge see differently is a click away.
  await agreed
    .getByRole("table", { name: /in rows/ })
    .getByRole("row", { name: /^kind/ })
    .getByRole("link")
    .first()
    .click();
  await expect(page).toHaveURL(/\/calls\?/);
  const differing = page
    .getByRole("grid", { name: "Calls" })
    .getByRole("row")
    .filter({ has: page.getByRole("link") });
  await expect(differing).toHaveCount(1);
  const shownCalls = await differing
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(shownCalls.map((href) => decodeURIComponent(href)).join()).toContain(judged[1]?.id);
  await page.goBack();

  await page.getByRole("button", { name: "Swap" }).click();
  await expect(comparison(page, "judge compared with tone")).toContainText("1 with only tone");

  await page.getByLabel("Type", { exact: true }).selectOption("rating");
  await page.getByLabel("Compare with").selectOption("Compare with score");
  const correlated = comparison(page, "rating compared with score");
  // Pearson of (5, 4, 1, 2) and (0.9, 0.7, 0.2, 0.1), and of their ranks (4, 3, 1, 2) and (4, 3, 2, 1).
  await expect(correlated).toContainText("Pearson0.95");
  await expect(correlated).toContainText("Spearman0.80");
  await correlated.getByText("Show as table").click();
  await expect(correlated.getByRole("group").getByRole("cell", { name: "0.7", exact: true })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await page.reload();
  await expect(correlated).toContainText("Pearson0.95");
});

const FIRST_DIGEST = "Kx3vQ9pLm2";
const SECOND_DIGEST = "Zt7wB4nRc8";

/** The scores of each call, as Langfuse's SDK sends them; each call of a version is of Weave's, the others of OpenTelemetry's. */
const SCORED = [
  { version: FIRST_DIGEST, user: undefined, helpful: [1, 0.5], tone: ["kind"] },
  { version: FIRST_DIGEST, user: undefined, helpful: [0], tone: [] },
  { version: SECOND_DIGEST, user: undefined, helpful: [0.75], tone: ["rude", "kind"] },
  { version: undefined, user: "ada", helpful: [0.25, 0.75], tone: ["kind", "kind", "rude"] },
  { version: undefined, user: "ada", helpful: [], tone: ["odd"] },
  { version: undefined, user: "bob", helpful: [1], tone: ["rude"] },
] as const;

const byName = (rows: readonly string[][]) => Object.fromEntries(rows.map(([name = "", ...others]) => [name, others]));

/** What a table of the analysis has beside each name. */
async function cellsOf(section: Locator) {
  const rows = await section.locator("tbody tr").all();
  const cells = await Promise.all(
    rows.map((row) => row.getByRole("rowheader").or(row.getByRole("cell")).allInnerTexts()),
  );
  return byName(cells);
}

test("scores that Langfuse's SDK sends are grouped by op version and by user @all", async ({
  page,
  loupe,
  project,
  service,
}) => {
  const now = Date.now();
  const traced = SCORED.filter(({ version }) => version === undefined);
  const tracedIds = await traceModelCalls(
    loupe,
    project,
    traced.map(({ user }, at) => ({
      name: "chat",
      model: "m-1",
      startedAt: new Date(now - (10 + at) * 60_000),
      failure: undefined,
      user,
    })),
  );
  const versioned = SCORED.flatMap(({ version }, at) =>
    version === undefined
      ? []
      : [
          {
            id: `v-${at}`,
            ended_at: ENDED,
            op_name: versionRef(project, { kind: "op", name: "answer", digest: version }),
          },
        ],
  );
  await sendCalls(service, project, versioned);
  const calls = await callsOf(service, project);
  const ids = [...versioned.map(({ id }) => id), ...tracedIds];
  const langfuse = new LangfuseClient({
    publicKey: "pk",
    secretKey: loupe.key,
    baseUrl: loupe.serviceUrl,
    additionalHeaders: { "x-project": project },
  });
  for (const [at, { helpful, tone }] of SCORED.entries()) {
    const observationId = ids[at] ?? "";
    const about = { traceId: calls.get(observationId)?.trace_id ?? "", observationId };
    for (const value of helpful) langfuse.score.create({ ...about, name: "helpful", value });
    for (const value of tone) langfuse.score.create({ ...about, name: "tone", value, dataType: "CATEGORICAL" });
    await langfuse.score.flush();
  }
  await langfuse.shutdown();

  const raw = await recordsOf(service, project);
  expect(raw).toHaveLength(SCORED.flatMap(({ helpful, tone }) => [...helpful, ...tone]).length);
  /** The values of one type by group. */
  const grouped = (type: string, groupOf: (id: string) => string) => {
    const groups = new Map<string, string[]>();
    for (const { id, value } of raw.filter((record) => record.type === type))
      groups.set(groupOf(id), [...(groups.get(groupOf(id)) ?? []), value]);
    return [...groups];
  };
  const versionOf = (id: string) => {
    const op = calls.get(id)?.op_name ?? "";
    if (!op.includes(":///")) return `${op} (no version)`;
    const ref = parseAnyRef(op);
    return ref.kind === "op" ? `${ref.name} ${ref.digest.slice(0, 7)}` : op;
  };
  const userOf = (id: string) => calls.get(id)?.overview?.user_id ?? "No user";
  const means = ([name, values]: [string, string[]]) => {
    const mean = values.reduce((sum, value) => sum + Number(value), 0) / values.length;
    return [name, String(values.length), String(Number(mean.toFixed(4)))];
  };
  const shares = ([name, values]: [string, string[]]) => {
    const counts = [...new Set(values)].map((value) => ({ value, n: values.filter((one) => one === value).length }));
    const words = counts
      .toSorted((a, b) => b.n - a.n || a.value.localeCompare(b.value))
      .map(({ value, n }) => `${value} ${n} (${Number(((100 * n) / values.length).toFixed(1))}%)`);
    return [name, String(values.length), words.join("\n")];
  };

  const seen = [
    {
      type: "helpful",
      by: "version",
      heading: "helpful by op version",
      rows: grouped("helpful", versionOf).map(means),
    },
    { type: "tone", by: "version", heading: "tone by op version", rows: grouped("tone", versionOf).map(shares) },
    { type: "helpful", by: "user", heading: "helpful by user", rows: grouped("helpful", userOf).map(means) },
    { type: "tone", by: "user", heading: "tone by user", rows: grouped("tone", userOf).map(shares) },
  ];
  for (const { type, by, heading, rows } of seen) {
    await page.goto(`/${project}/feedback/analysis?${new URLSearchParams({ type, by })}`);
    await expect(comparison(page, heading)).toBeVisible();
    await expect.poll(() => cellsOf(comparison(page, heading)), heading).toEqual(byName(rows));
  }
  // Three versions of ops in all, one of which is none.
  await page.goto(`/${project}/feedback/analysis?type=helpful&by=version`);
  await expect(comparison(page, "helpful by op version").getByRole("row")).toHaveCount(4);
  await expect(page.getByText("Calls of other SDKs have none")).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  // A version leads to its calls.
  await page.getByRole("link", { name: `answer ${FIRST_DIGEST.slice(0, 7)}` }).click();
  const listed = page
    .getByRole("grid", { name: "Calls" })
    .getByRole("row")
    .filter({ has: page.getByRole("link") });
  await expect(listed).toHaveCount(2);
});

/** The calls of a project by id. */
async function callsOf(service: Client, project_id: string) {
  const calls = [];
  for await (const call of service.stream("callsStreamQuery", { project_id, include_overview: true })) calls.push(call);
  return new Map(calls.map((call) => [call.id, call]));
}

/** The records of a project with the value of each as text. */
async function recordsOf(service: Client, project_id: string) {
  const { result } = await service.request("feedbackQuery", { project_id });
  return result.map(({ core_ref: ref, feedback_type: type, payload }) => {
    const value = payload && JsonNode.parse(payload).get("value");
    return { id: callIdOf(ref) ?? "", type, value: value?.string() ?? value?.raw ?? "" };
  });
}
