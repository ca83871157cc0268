import type { Page } from "@playwright/test";
import type { Client } from "@/lib/client/client";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { comparedExperimentsPath } from "@/lib/format/experiment-address";
import { toJsonText } from "@/lib/json/text";
import { Loupe } from "./loupe/loupe";
import { PRICE } from "./loupe/price";
import { signInByKey } from "./loupe/sign-in";
import { CLERK, standInClerk } from "./loupe/stand-in-clerk";
import { expect, serviceClient, test } from "./loupe/test";
import { watchContext } from "./loupe/watched-context";

const PROJECT = "local/experiments";
const CITIES = ["Lyon", "Lisbon", "Porto", "Paris", "Rome", "Oslo"];

test.use({ storageState: { cookies: [], origins: [] } });

const progress = (page: Page) => page.getByRole("region", { name: "Progress" });
const status = (page: Page) => progress(page).getByRole("status").first();
const bar = (page: Page) => progress(page).getByRole("progressbar");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const listed = (page: Page, name: string) =>
  page.getByRole("grid", { name: "Experiments" }).getByRole("row").filter({ hasText: name });

/** A dataset, a prompt and a price. Each answer then costs 10 × $0.001 + 2 × $0.01 = $0.03. */
async function prepare(service: Client): Promise<string> {
  const rows = CITIES.map((city, place) => toJsonText({ question: `Where is parcel ${place}?`, expected: city }));
  const { digest } = await service.request("tableCreate", { table: { project_id: PROJECT, rows } });
  const messages = [{ role: "user", content: "{{question}}" }];
  const val = toJsonText({ _type: "MessagesPrompt", _class_name: "MessagesPrompt", _bases: ["Prompt"], messages });
  await service.request("objCreate", { obj: { project_id: PROJECT, object_id: "clerk", val } });
  await service.request("costCreate", { project_id: PROJECT, costs: { [CLERK]: PRICE } });
  return digest;
}

test("an experiment is canceled, pauses at its budget, and is read-only for a viewer @all", async ({
  page,
  browser,
}) => {
  const clerk = await standInClerk((messages) => CITIES[Number(/\d/.exec(messages.at(-1)?.content ?? "")?.[0])]);
  const loupe = await Loupe.place();
  try {
    await loupe.start("start", {
      LOUPE_UPSTREAMS: JSON.stringify([{ name: "here", base_url: clerk.url, models: [CLERK] }]),
    });
    await page.goto(loupe.signInLink);
    await page.waitForURL(`${loupe.url}/`);
    const service = serviceClient(loupe);
    const digest = await prepare(service);
    /** Starts an experiment that sends one request after the other, and opens its page. */
    const run = async (name: string, limits: Partial<ExperimentDefinition> = {}) => {
      const messages = [{ role: "user", content: "{{question}}" }];
      const { experiment } = await service.request("experimentCreate", {
        project_id: PROJECT,
        name,
        table_digest: digest,
        request: toJsonText({ model: CLERK, messages }),
        parallel: 1,
        ...limits,
      });
      const path = comparedExperimentsPath(PROJECT, [experiment.id]);
      await page.goto(loupe.url + path);
      return path;
    };

    await test.step("canceled while a request is under way: the other rows stay unsent", async () => {
      clerk.hold();
      await run("stopped early");
      await expect.poll(() => clerk.asked.length).toBe(1);
      await expect(status(page)).toHaveText("Running");
      await press(page, "Cancel");
      const dialog = page.getByRole("dialog", { name: "Cancel this experiment?" });
      await expect(dialog).toContainText("5 rows will not be sent");
      await dialog.getByRole("button", { name: "Cancel experiment" }).click();
      await expect(status(page)).toHaveText("Canceled");
      clerk.release();
      await expect(bar(page)).toHaveAttribute("aria-valuetext", "1 of 6 rows");
      await expect(progress(page)).toContainText("Not sent5");
      for (const action of ["Cancel", "Pause", "Resume"])
        await expect(page.getByRole("button", { name: action, exact: true })).toHaveCount(0);
      await expect(page.getByRole("grid", { name: "Examples" }).getByRole("row")).toHaveCount(2);
      await page.goto(`${loupe.url}/${PROJECT}/experiments`);
      await expect(listed(page, "stopped early")).toContainText("Canceled");
      await expect(listed(page, "stopped early").getByRole("progressbar")).toHaveAttribute("aria-valuenow", "1");
      expect(clerk.asked).toHaveLength(1);
    });

    const capped = await test.step("at its budget it pauses, and goes on with a higher one", async () => {
      const path = await run("capped", { budget_usd: 0.05 });
      await expect(status(page)).toHaveText("Paused");
      await expect(progress(page)).toContainText("Paused: The budget of $0.05 is used up");
      await expect(progress(page)).toContainText("$0.0600 of $0.0500");
      await expect(bar(page)).toHaveAttribute("aria-valuetext", "2 of 6 rows");
      await press(page, "Change budget");
      await page.getByRole("dialog").getByLabel("Budget in USD").fill("1");
      await page.getByRole("dialog").getByRole("button", { name: "Change budget" }).click();
      await expect(progress(page)).toContainText("$0.0600 of $1.00");
      await expect(status(page)).toHaveText("Paused");
      await press(page, "Resume");
      await expect(status(page)).toHaveText("Completed");
      await expect(progress(page)).not.toContainText("budget of");
      await expect(progress(page)).toContainText("$0.180 of $1.00");
      await expect(bar(page)).toHaveAttribute("aria-valuetext", "6 of 6 rows");
      // One answer of the first experiment, and six of this one.
      expect(clerk.asked).toHaveLength(7);
      return path;
    });

    await test.step("a viewer sees the results, and no action that would be refused", async () => {
      const roles = [{ project_pattern: PROJECT, role: "viewer" } as const];
      const { api_key: key } = await service.request("keysCreate", { owner: "vera", roles });
      const context = await browser.newContext({ baseURL: loupe.url });
      const problems = await watchContext(context);
      const viewer = await context.newPage();
      await signInByKey(viewer, { url: `${loupe.url}/${PROJECT}/experiments`, key });
      await expect(listed(viewer, "capped")).toContainText("Completed");
      await expect(viewer.getByRole("link", { name: "Leaderboard" })).toBeVisible();
      await expect(viewer.getByRole("link", { name: "New experiment" })).toHaveCount(0);
      await listed(viewer, "capped").getByRole("link").click();
      await expect(progress(viewer)).toContainText("Running experiments requires the member role on this project.");
      await expect(viewer.getByRole("grid", { name: "Examples" }).getByText("Lyon").first()).toBeVisible();
      await expect(progress(viewer).getByRole("button")).toHaveCount(0);
      await expect(viewer.getByRole("link", { name: "Run again" })).toHaveCount(0);
      for (const path of [`/${PROJECT}/tables/${digest}`, `/${PROJECT}/objects/clerk/v1`]) {
        await viewer.goto(path);
        await expect(viewer.getByText("{{question}}").or(viewer.getByText("Where is parcel 0?")).first()).toBeVisible();
        await expect(viewer.getByRole("link", { name: /New experiment|Run over a table/ })).toHaveCount(0);
      }
      await viewer.goto(`/${PROJECT}/experiments/new`);
      await expect(viewer.getByRole("button", { name: "Run experiment" })).toBeDisabled();
      await expect(viewer.getByText("Running experiments requires the member role on this project.")).toBeVisible();
      expect(problems, "what no page may do").toEqual([]);
      await context.close();
    });
    await page.goto(loupe.url + capped);
    await expect(page.getByRole("link", { name: "Run again" })).toBeVisible();
  } finally {
    clerk.release();
    await loupe.remove();
    await clerk.close();
  }
});
