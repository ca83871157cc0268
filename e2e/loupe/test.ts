import { type BrowserContextOptions, expect, test as base } from "@playwright/test";
import { type Client, createClient } from "@/lib/client/client";
import { Loupe } from "./loupe";
import { watchContext } from "./watched-context";

type Session = Exclude<BrowserContextOptions["storageState"], string | undefined>;

interface TestFixtures {
  /** A project that no other test writes to. */
  project: string;
}

interface WorkerFixtures {
  /** The Loupe that `npm start` started, shared by the tests of a worker. */
  loupe: Loupe;
  /** The browser's state after following a printed link. */
  session: Session;
  /** A client of the service with the admin key. */
  service: Client;
}

/** A client of a Loupe's service with its admin key. */
export function serviceClient({ serviceUrl, key }: Loupe): Client {
  const authorization = `Basic ${Buffer.from(`api:${key}`).toString("base64")}`;
  return createClient({ baseUrl: serviceUrl, headers: { authorization } });
}

/** Playwright's test, signed in to a running Loupe, on pages that are watched for violations. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  loupe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const loupe = await Loupe.place();
      try {
        await loupe.start();
        await use(loupe);
      } finally {
        await loupe.remove();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
  session: [
    async ({ browser, loupe }, use) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(await loupe.newSignInLink());
      await page.waitForURL(`${loupe.url}/`);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: "worker" },
  ],
  service: [({ loupe }, use) => use(serviceClient(loupe)), { scope: "worker" }],
  baseURL: ({ loupe }, use) => use(loupe.url),
  storageState: ({ session }, use) => use(session),
  // oxlint-disable-next-line no-empty-pattern -- as above
  project: ({}, use, { testId }) => use(`local/${testId}`),
  context: async ({ context }, use) => {
    const problems = await watchContext(context);
    await use(context);
    expect(problems, "what no page may do").toEqual([]);
  },
});

export { expect };
