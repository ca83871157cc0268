import { mkdtempSync, realpathSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { allProcessesOf, freePorts, start } from "../testing/started";

// The first page is compiled when it is asked for.
const WAIT = { timeout: 240_000, interval: 200 };
vi.setConfig({ testTimeout: 600_000 });

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-dev-")));
const data = path.join(folder, "data");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("npm run dev answers from the sources, starts a changed service again, and stops with all its processes", async () => {
  const [port = 0, servicePort = 0] = await freePorts(2);
  const environment = { LOUPE_DATA_DIR: data, PORT: String(port), LOUPE_SERVICE_PORT: String(servicePort) };
  const dev = start(["npm", "run", "dev"], environment);
  const timesReady = (name: string) => dev.stdout.split(`ready ${name} `).length - 1;
  try {
    await vi.waitFor(() => expect(dev.stdout).toMatch(/Sign in: http\S+#code=/), WAIT);
    const page = await fetch(`http://127.0.0.1:${port}/sign-in`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Sign in")]);
    expect(timesReady("service")).toBe(1);

    const now = new Date();
    utimesSync("lib/contract/limits.ts", now, now);
    await vi.waitFor(() => expect(timesReady("service")).toBe(2), WAIT);
    expect((await fetch(`http://127.0.0.1:${servicePort}/ready`)).status).toBe(200);
  } finally {
    dev.child.kill("SIGTERM");
    await dev.exited;
  }
  await vi.waitFor(() => expect(allProcessesOf(data)).toEqual([]), WAIT);
});
