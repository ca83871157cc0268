import { endpoints } from "@/lib/contract/endpoints";
import { JsonText } from "@/lib/contract/json/text";
import { Loupe } from "./loupe/loupe";
import { signInByKey } from "./loupe/sign-in";
import { expect, serviceClient, test } from "./loupe/test";

test.use({ storageState: { cookies: [], origins: [] } });

const PROJECT = "local/alone";

test("a service with the interface alone says what it lacks, and opens an object and a table all the same", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const loupe = await Loupe.place();
  try {
    await loupe.start("service");
    const service = serviceClient(loupe);
    const val = new JsonText('{"seed": 12345678901234567890}');
    await service.request(endpoints.objCreate, { obj: { project_id: PROJECT, object_id: "settings", val } });
    const rows = Array.from({ length: 230 }, (_, n) => new JsonText(`{"n": ${n}}`));
    const { digest } = await service.request(endpoints.tableCreate, { table: { project_id: PROJECT, rows } });
    await loupe.stop();
    await loupe.start("start", { LOUPE_SERVICE_CORE_ONLY: "1" });

    await signInByKey(page, { url: `${loupe.url}/${PROJECT}/objects`, key: loupe.key });
    await expect(page.getByRole("heading", { name: "This service does not list objects" })).toBeVisible();
    await page.getByLabel("Ref").fill(`core:///${PROJECT}/object/settings:v0`);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("tree", { name: "Value" })).toContainText("12345678901234567890");

    await page.goto(`${loupe.url}/${PROJECT}/tables`);
    await expect(page.getByRole("heading", { name: "This service does not list tables" })).toBeVisible();
    await page.getByLabel("Ref").fill(`weave:///${PROJECT}/table/${digest}`);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("grid", { name: "Rows" })).toHaveAttribute("aria-rowcount", "231");
    await expect(page.getByRole("grid", { name: "Rows" }).getByRole("row").nth(3)).toContainText("2");
  } finally {
    await loupe.remove();
  }
});
