import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import * as z from "zod";
import type { Client } from "@/lib/client/client";
import { Receiver } from "@/service/background/alerts/test-receiver";
import { barriersOn } from "./loupe/barriers";
import { Loupe } from "./loupe/loupe";
import { runCustomerAgent } from "./loupe/run-program";
import { standInModel } from "./loupe/stand-in-model";
import { expect, test as base } from "./loupe/test";
import { traceModelCalls } from "./loupe/trace-model-calls";

// Windows are evaluated every minute.
const UNTIL_EVALUATED = { timeout: 120_000 };
const test = base.extend<object, object>({
  // With the address of the dashboard, notifications link to it.
  loupe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const loupe = await Loupe.place();
      try {
        await loupe.start("start", { NEXTAUTH_URL: loupe.url });
        await use(loupe);
      } finally {
        await loupe.remove();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
test.setTimeout(300_000);

const sent = z.object({
  type: z.string(),
  data: z.object({ url: z.string(), window: z.object({ start: z.string(), end: z.string() }) }),
});

/** The ids of a project's calls of models that started in a window. */
async function modelCallsIn(service: Client, project_id: string, { start, end }: { start: string; end: string }) {
  const ids: string[] = [];
  for await (const { id, started_at: at, overview } of service.stream("callsStreamQuery", {
    project_id,
    include_overview: true,
  }))
    if (overview?.kind === "llm" && at !== undefined && at >= start && at < end) ids.push(id);
  return ids;
}

/** Expects a list of calls that shows these, in any order. */
async function expectCalls(page: Page, ids: readonly string[]): Promise<void> {
  const links = page.getByRole("grid", { name: "Calls" }).getByRole("row").getByRole("link");
  await expect(links).toHaveCount(ids.length);
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(ids.filter((id) => !hrefs.some((href) => href.includes(id)))).toEqual([]);
}

test("an alert on the traces of an SDK notifies a webhook, and is tested, changed, muted and deleted", async ({
  page,
  loupe,
  project,
  service,
}) => {
  const [model, receiver] = await Promise.all([standInModel("It is in Lyon."), Receiver.start()]);
  const typesSent = () => receiver.received.map(({ body }): unknown => JSON.parse(body).type);
  try {
    const startedAt = new Date(Date.now() - 20 * 60_000);
    await traceModelCalls(loupe, project, [{ name: "before the window", model: "m-1", startedAt, failure: undefined }]);
    await runCustomerAgent(loupe, { project, modelUrl: model.url, question: "Where is it?" });
    await page.goto(`/${project}/alerts`);
    await expect(page.getByRole("heading", { name: "No alerts yet" })).toBeVisible();
    await page.keyboard.press("n");
    const form = page.getByRole("dialog", { name: "New alert" });
    await form.getByRole("button", { name: "Create alert" }).click();
    await expect(form.getByText("Enter a name")).toBeVisible();
    await form.getByLabel("Name").fill("Many model calls");
    await form.getByLabel("Metric").selectOption("Calls");
    await form.getByLabel("Filter").fill("kind:llm cost>");
    await form.getByLabel("Threshold").fill("1");
    await form.getByLabel("Window", { exact: true }).selectOption("5 minutes");
    await form.getByLabel("Delay (seconds)").fill("0");
    await form.getByRole("button", { name: "Create alert" }).click();
    await expect(form.getByLabel("Filter")).toHaveAttribute("aria-invalid", "true");
    await form.getByLabel("Filter").fill("kind:llm");
    await form.getByRole("button", { name: "Add channel" }).click();
    await form.getByLabel("URL").fill("http://169.254.169.254/latest");
    await form.getByRole("button", { name: "Create alert" }).click();
    await expect(form.getByText("has an address that notifications are not sent to").first()).toBeVisible();
    await form.getByLabel("URL").fill(`${receiver.url}/secret-path`);
    await page.keyboard.press("Enter");

    const made = page.getByRole("dialog", { name: "Many model calls" });
    const secret = (await made.getByText(/^whsec_/).textContent()) ?? "";
    await made.getByRole("button", { name: "I have copied it" }).click();
    const peek = page.getByRole("complementary", { name: "Alert Many model calls" });
    await expect(peek.getByText("Calls above 1")).toBeVisible();
    await expect(peek.getByText("kind:llm")).toBeVisible();
    await expect(page.getByText("secret-path")).toBeHidden();

    await peek.getByRole("button", { name: "Send test" }).click();
    await expect(peek.getByText(`${receiver.url}: delivered`).first()).toBeVisible(UNTIL_EVALUATED);
    const [first] = receiver.received;
    const signed = Object.fromEntries(
      Object.entries(first?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(new Webhook(secret).verify(first?.body ?? "", signed)).toMatchObject({
      data: { alert: { name: "Many model calls" } },
    });

    // The agent makes two model calls.
    const row = page.getByRole("grid", { name: "Alerts" }).getByRole("row", { name: "Many model calls" });
    await expect(row).toContainText("Firing", UNTIL_EVALUATED);
    await expect(row).toContainText("2");
    await expect.poll(typesSent, UNTIL_EVALUATED).toContain("alert.firing");
    expect(typesSent().filter((type) => type === "alert.firing")).toHaveLength(1);
    expect(await barriersOn(page)).toEqual([]);

    // The link of the notification, and the one of the history, show the calls that were counted.
    const notifications = receiver.received.map(({ body }) => sent.parse(JSON.parse(body)));
    const [firing] = notifications.filter(({ type }) => type === "alert.firing");
    if (!firing) throw new Error("it was found above");
    const measured = await modelCallsIn(service, project, firing.data.window);
    expect(measured).toHaveLength(2);
    const alertAddress = page.url();
    await page.goto(firing.data.url);
    await expectCalls(page, measured);
    await page.goto(alertAddress);
    await peek.getByRole("listitem").filter({ hasText: "Firing" }).getByRole("link").press("Enter");
    await expectCalls(page, measured);
    await page.goto(alertAddress);

    await peek.getByRole("button", { name: "Mute" }).click();
    await page.getByRole("menuitem", { name: "For 1 hour" }).click();
    await expect(peek.getByText(/^Muted until/)).toBeVisible();
    await peek.getByRole("button", { name: "Unmute" }).click();
    await expect(peek.getByText(/^Muted until/)).toBeHidden();

    await peek.getByRole("button", { name: "Edit" }).click();
    const edit = page.getByRole("dialog", { name: "Edit Many model calls" });
    await expect(edit.getByLabel("Filter")).toHaveValue("kind:llm");
    await edit.getByLabel("Threshold").fill("100");
    await edit.getByRole("button", { name: "Save alert" }).click();
    await expect(peek.getByText("Calls above 100")).toBeVisible();
    await expect(row).toContainText("OK", UNTIL_EVALUATED);
    await expect.poll(typesSent, UNTIL_EVALUATED).toContain("alert.ok");

    await peek.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete alert" }).click();
    await expect(page.getByRole("heading", { name: "No alerts yet" })).toBeVisible();
  } finally {
    await Promise.all([model.close(), receiver.close()]);
  }
});
