import { sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const HOUR_MS = 3_600_000;
const inAnHour = (ms: number) => new Date(Date.now() + HOUR_MS + ms).toISOString();

test("a call with a start time in the future is shown with a warning about the client's clock", async ({
  page,
  project,
  service,
}) => {
  await sendCalls(service, project, [{ id: "ahead", started_at: inAnHour(0), ended_at: inAnHour(1500) }]);
  await page.goto(`/${project}/calls/ahead`);
  const header = page.getByRole("article").locator("header").first();
  await expect(header.getByText(/^clock ahead: (59 min \d+ s|1 h 0 min)$/)).toBeVisible();
  await expect(header.getByText("Success")).toBeVisible();
});

test.describe("without a session", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("wrong keys are refused repeatedly, and the right key is accepted immediately", async ({ page, loupe }) => {
    await page.goto("/sign-in");
    const attempt = async (key: string) => {
      // While the form is sent, it is not sent again.
      await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
      const answered = page.waitForResponse((response) => response.url().includes("/api/auth/callback/service"));
      await page.getByLabel("API key").fill(key);
      await page.getByLabel("API key").press("Enter");
      return (await answered).status();
    };
    for (let wrong = 0; wrong < 12; wrong += 1) expect(await attempt(`lp_wrong_${wrong}`)).toBe(401);
    await expect(page.getByRole("alert").filter({ hasText: "Unknown or revoked API key" })).toBeVisible();
    expect(await attempt(loupe.key)).toBe(200);
    await page.waitForURL(`${loupe.url}/`);
  });
});
