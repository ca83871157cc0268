import { cuttableProxy } from "./loupe/cuttable-proxy";
import { Loupe } from "./loupe/loupe";
import { sendCalls } from "./loupe/send-calls";
import { signInByKey } from "./loupe/sign-in";
import { expect, serviceClient, test } from "./loupe/test";

test.use({ storageState: { cookies: [], origins: [] } });

const services = (base_url: string) => ({ LOUPE_SERVICES: JSON.stringify([{ name: "Elsewhere", base_url }]) });

test("a truncated list says so and loads completely on retry @all", async ({ page, loupe, service, project }) => {
  await sendCalls(
    service,
    project,
    Array.from({ length: 160 }, (_, index) => ({
      id: `${project}-${index}`,
      inputs: `{"text": "${"word ".repeat(60)}"}`,
    })),
  );
  const proxy = await cuttableProxy(loupe.innerServiceUrl);
  const dashboard = await Loupe.place();
  try {
    await dashboard.start("start", services(proxy.url));
    // The second page: the first is reloaded by itself after every write.
    proxy.cut("after_id", 20_000);
    await signInByKey(page, { url: `${dashboard.url}/${project}/calls`, key: loupe.key, userName: "ann" });
    const grid = page.getByRole("grid", { name: "Calls" });
    await grid.getByRole("row").nth(1).focus();
    await page.keyboard.press("End");
    await expect(page.getByRole("alert").filter({ hasText: /The list was cut off after \d+ rows/ })).toBeVisible();
    proxy.cut(undefined);
    await page.getByRole("button", { name: /^Retry/ }).click();
    await expect(grid).toHaveAttribute("aria-rowcount", "161");
  } finally {
    await dashboard.remove();
    await proxy.close();
  }
});

// Two starts of the service after kills, each with a recovery of the database.
test("an outage of the service is reported, waited out and recovered from @all", async ({ page, project }) => {
  const backend = await Loupe.place();
  const dashboard = await Loupe.place();
  try {
    await backend.start("service");
    await sendCalls(serviceClient(backend), project, [{ id: "kept", op_name: "kept-call" }]);
    await dashboard.start("start", services(backend.serviceUrl));
    await signInByKey(page, { url: `${dashboard.url}/${project}/calls`, key: backend.key, userName: "ann" });
    const row = page.getByRole("row", { name: "kept-call" });
    await expect(row).toBeVisible();

    await backend.kill();
    const banner = page.getByRole("status").filter({ hasText: "The service did not respond" });
    await expect(banner).toBeVisible();
    await expect(banner).toContainText(backend.serviceUrl);
    await expect(row).toBeVisible();

    const other = await page.context().newPage();
    await other.goto(`${dashboard.url}/sign-in`);
    await other.getByLabel("Username").fill("ann");
    await other.getByLabel("API key").fill(backend.key);
    await other.getByRole("button", { name: "Sign in" }).click();
    await expect(other.getByRole("alert").filter({ hasText: "The service Elsewhere did not respond" })).toBeVisible();

    await backend.start("service");
    await expect(banner).toBeHidden();
    await sendCalls(serviceClient(backend), project, [{ id: "new", op_name: "new-call" }]);
    await expect(page.getByRole("row", { name: "new-call" })).toBeVisible();

    await row.getByRole("link").click();
    const note = page.getByLabel("Note");
    await note.fill("written while the service is down");
    await backend.kill();
    await note.press("ControlOrMeta+Enter");
    await expect(banner).toBeVisible();
    await expect(page.getByRole("button", { name: "Saving" })).toBeVisible();
    await expect(note).toHaveValue("written while the service is down");
    await backend.start("service");
    await expect(note).toHaveValue("");
    await page.reload();
    await expect(page.getByRole("list", { name: "Existing feedback" }).getByRole("listitem")).toHaveText([
      /written while the service is down/,
    ]);
  } finally {
    await dashboard.remove();
    await backend.remove();
  }
});
