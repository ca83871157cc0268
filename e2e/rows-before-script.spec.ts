import type { Browser, BrowserContextOptions } from "@playwright/test";
import { JsonText } from "@/lib/json/text";
import { ENDED, STARTED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const LARGE = "12345678901234567890";
/** When the calls start, at 23:02 in Tokyo. */
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(
  new Date(STARTED),
);
const LOCAL = new RegExp(`${DAY}( \\d{4})? 23:02:11`);

const withoutScript = async (browser: Browser, options: BrowserContextOptions) =>
  (await browser.newContext({ ...options, javaScriptEnabled: false })).newPage();

test("lists, tables and traces are in the document, with times in the browser's zone", async ({
  browser,
  page,
  project,
  service,
  baseURL,
}) => {
  const calls = ["one", "two"].map((id) => ({ id, op_name: `answer ${id}`, started_at: STARTED, ended_at: ENDED }));
  await sendCalls(service, project, calls);
  await sendCalls(service, project, [{ id: "below", trace_id: "one", parent_id: "one", op_name: "search" }]);
  const rows = [new JsonText(`{"question":"what?","seed":${LARGE}}`)];
  const { digest } = await service.request("tableCreate", { table: { project_id: project, rows } });
  const val = new JsonText(`{"rows":"core:///${project}/table/${digest}"}`);
  await service.request("objCreate", { obj: { project_id: project, object_id: "seeds", val } });

  const storageState = await page.context().storageState();
  const unknown = { ...storageState, cookies: storageState.cookies.filter(({ name }) => name !== "loupe-look") };
  const plain = await withoutScript(browser, { baseURL, storageState: unknown });
  await plain.goto(`/${project}/calls`, { waitUntil: "commit" });
  await expect(plain.getByRole("row").filter({ hasText: "answer one" })).toBeVisible();
  await expect(plain.getByText(DAY).first()).toBeHidden();

  // The first page that runs its script says which zone it is.
  const options = { baseURL, storageState, timezoneId: "Asia/Tokyo" };
  const tokyo = await (await browser.newContext(options)).newPage();
  await tokyo.goto(`/${project}/calls`);
  await expect(tokyo.getByRole("row").getByText(LOCAL)).toHaveCount(2);
  const look = async () => (await tokyo.context().cookies()).find(({ name }) => name === "loupe-look")?.value;
  await expect.poll(look).toContain("Tokyo");
  // As are columns, widths and the sidebar that the user has changed.
  await tokyo.getByRole("columnheader", { name: "Model" }).press("Shift+ArrowRight");
  await tokyo.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect.poll(look).toContain("folded");
  const known = await withoutScript(browser, { ...options, storageState: await tokyo.context().storageState() });
  await known.goto(`/${project}/calls`, { waitUntil: "commit" });
  await expect(known.getByRole("row").getByText(LOCAL)).toHaveCount(2);
  const widths = () => known.getByRole("grid").evaluate((grid) => grid.style.getPropertyValue("--columns").split(" "));
  expect(await widths()).toContain("156px");
  await expect(known.getByRole("navigation", { name: "Main" })).toHaveAttribute("data-rail", "folded");
  await known.getByRole("link", { name: "answer one" }).click();
  await expect(known.getByRole("treegrid").getByText("search")).toBeVisible();

  const shown = {
    tables: known.getByRole("grid", { name: "Tables" }).getByText("seeds"),
    objects: known.getByRole("grid", { name: "Objects" }).getByText("seeds"),
    costs: known.getByRole("grid", { name: "Prices" }).getByRole("gridcell"),
    [`tables/${digest}`]: known.getByRole("grid", { name: "Rows" }).getByText(LARGE),
  };
  for (const [path, row] of Object.entries(shown)) {
    await known.goto(`/${project}/${path}`, { waitUntil: "commit" });
    await expect(row.first(), path).toBeVisible();
  }

  // Rows of a phone have another form, which needs the script.
  await known.setViewportSize({ width: 390, height: 800 });
  await known.goto(`/${project}/calls`, { waitUntil: "commit" });
  await expect(known.getByRole("status", { name: "Loading calls" })).toBeVisible();
  await expect(known.getByRole("row")).toHaveCount(0);
});
