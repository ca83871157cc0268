import { ENDED, sendCalls } from "./loupe/send-calls";
import { test } from "./loupe/test";
test("shots", async ({ page, project, service }) => {
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`/${project}?sdk=mastra`);
      await page.getByRole("button", { name: "Create key" }).waitFor();
      await page.screenshot({ path: `/tmp/first/shots/home-${width}-${theme}.png`, fullPage: true });
      if (theme === "light") {
        await page.getByRole("button", { name: "Create key" }).click();
        await page.getByText("cannot be shown again").waitFor();
        await page.screenshot({ path: `/tmp/first/shots/key-${width}.png`, fullPage: true });
      }
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/${project}`);
  await page.getByRole("button", { name: "Create key" }).waitFor();
  await page.screenshot({ path: `/tmp/first/shots/python-1440.png`, fullPage: true });
  await sendCalls(service, project, [{ id: project, op_name: "seen", ended_at: ENDED }]);
  await page.goto(`/${project}`);
  await page.getByText("Send more traces").click();
  await page.getByRole("button", { name: "Create key" }).waitFor();
  await page.screenshot({ path: `/tmp/first/shots/more-1440.png`, fullPage: true });
});
