import { StandInRay } from "@/service/background/training/test-ray";
import { signInByKey } from "./loupe/sign-in";
import { expect, test } from "./loupe/test";
import { sendJob } from "./loupe/training";
import { watchContext } from "./loupe/watched-context";

const TOKEN = "token-of-the-cluster-0123456789";
const REFUSED = "Has a link-local, metadata or reserved address, which is never connected to";
const ENTRYPOINT = `echo '{"type": "training_ended", "data": {"model": "judge-trained"}}'`;

test("an admin sets up a Ray cluster, whose base models are offered, and jobs run there until it is removed @all", async ({
  page,
  project,
  service,
}) => {
  const ray = new StandInRay();
  await ray.start();
  const responses: Promise<string>[] = [];
  page.on("response", (response) => void responses.push(response.text().catch(() => "")));
  try {
    await page.goto("/settings/training-runner");
    await expect(page.getByText("No training runner is set up. Jobs wait until there is one.")).toBeVisible();
    await expect(page.getByText("Only the owner of the machine can set a command")).toBeVisible();

    await page.getByLabel("Address").fill("http://169.254.169.254");
    await page.getByLabel("Entrypoint").fill(ENTRYPOINT);
    await page.getByLabel("Token").fill(TOKEN);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(page.getByText(REFUSED, { exact: true })).toBeVisible();

    await page.getByLabel("Address").fill(ray.address);
    await page.getByLabel("Base models").fill("Qwen/Qwen3-14B\nstand-in/base");
    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByLabel("Name", { exact: true }).fill("HF_TOKEN");
    await page.getByLabel("Value", { exact: true }).fill(TOKEN);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(page.getByText("The runner responds: Ray 2.60.0")).toBeVisible();
    const kept = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
    );
    expect(kept).toContain(ray.address);
    expect(kept + page.url()).not.toContain(TOKEN);
    await page.getByRole("button", { name: "Set up runner" }).click();
    await expect(page.getByText("Training runner set up", { exact: true })).toBeVisible();
    await expect(page.getByText("Stored, ends with 6789")).toBeVisible();
    await expect(page.getByText("The runner responds: Ray 2.60.0")).toBeVisible();
    expect((await Promise.all(responses)).some((text) => text.includes(TOKEN))).toBe(false);

    await page.goto(`/${project}/training/new?source=paste`);
    await page.getByRole("button", { name: "New trainable model" }).click();
    const dialog = page.getByRole("dialog", { name: "New trainable model" });
    await expect(dialog.locator("datalist option")).toHaveCount(2);
    await expect(dialog.locator("datalist option").first()).toHaveAttribute("value", "Qwen/Qwen3-14B");

    const id = await sendJob(service, { project, rewards: [[0, 1]] });
    await page.goto(`/${project}/training/${id}`);
    await expect(page.getByText("judge-trained").first()).toBeVisible({ timeout: 30_000 });
    // Jobs of other tests that wait for a runner may run there too.
    expect(ray.submitted).toContain(id);

    await page.goto("/settings/training-runner");
    await page.getByRole("button", { name: "Change runner" }).click();
    await expect(page.getByText("The stored token ends with 6789.")).toBeVisible();
    await page.getByLabel("Jobs at once").fill("3");
    await page.getByRole("button", { name: "Save runner" }).click();
    await expect(page.getByText("Training runner changed", { exact: true })).toBeVisible();
    expect((await service.request("trainingRunner", {})).concurrency).toBe(3);

    await page.getByRole("button", { name: "Remove runner" }).click();
    const confirm = page.getByRole("dialog", { name: "Remove the training runner?" });
    await confirm.getByRole("button", { name: "Remove runner" }).click();
    await expect(page.getByText("No training runner is set up. Jobs wait until there is one.")).toBeVisible();
  } finally {
    await service.request("trainingRunnerRemove", {});
    await ray.stop();
  }
});

test("an admin of one project is told who sets up the runner @all", async ({ browser, loupe, project, service }) => {
  const { api_key: key } = await service.request("keysCreate", {
    owner: `admin of ${project}`,
    roles: [{ project_pattern: project, role: "admin" }],
  });
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const problems = await watchContext(context);
  const page = await context.newPage();
  await signInByKey(page, { url: `${loupe.url}/settings/training-runner`, key });
  await expect(
    page.getByRole("heading", { name: "The training runner is set up by admins of all projects" }),
  ).toBeVisible();
  await context.close();
  expect(problems, "what no page may do").toEqual([]);
});
