import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { BrowserContext, Page } from "@playwright/test";
import { decode } from "next-auth/jwt";
import * as z from "zod";
import type { Client } from "@/lib/client/client";
import { endpoints } from "@/lib/contract/endpoints";
import { start } from "@/scripts/testing/started";
import { askRaw } from "./loupe/ask-raw";
import { signInAtProvider, startWithProvider } from "./loupe/at-provider";
import { filesIn } from "./loupe/files-in";
import type { Loupe } from "./loupe/loupe";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { signInByKey } from "./loupe/sign-in";
import { expect, serviceClient, test } from "./loupe/test";
import { watchContext } from "./loupe/watched-context";

/** Every place that a text could be read from, with its content. */
type Places = Map<string, string>;

/** What admins give to Loupe for other servers. */
const PLANTED = {
  serverKey: "sk-planted-server-0123456789",
  serverHeader: "planted-header-of-a-server",
  runnerKey: "sk-planted-runner-0123456789",
  runnerHeader: "planted-header-of-the-runner",
  runnerVariable: "planted-variable-of-the-runner",
};

const SETTINGS = ["keys", "model-servers", "training-runner", "people", "audit", "preferences"];

/** Adds a model server and a training runner with the planted secrets, which are removed by the function returned. */
async function plantSecrets(service: Client, project: string): Promise<() => Promise<void>> {
  const {
    connection: { id = "" },
  } = await service.request("connectionsCreate", {
    name: "planted",
    base_url: "http://127.0.0.1:9/v1",
    projects: [project],
    api_key: PLANTED.serverKey,
    headers: [{ name: "x-planted", value: PLANTED.serverHeader }],
  });
  await service.request("trainingRunnerSet", {
    type: "ray",
    address: "http://127.0.0.1:9",
    entrypoint: "python train.py",
    key: PLANTED.runnerKey,
    headers: [{ name: "x-planted", value: PLANTED.runnerHeader }],
    env_vars: [{ name: "PLANTED", value: PLANTED.runnerVariable }],
  });
  return async () => {
    await service.request("trainingRunnerRemove", {});
    await service.request("connectionsDelete", { id });
  };
}

/** Opens each page, and notes whatever the browser gets and keeps. */
async function crawl(who: string, page: Page, context: BrowserContext, paths: readonly string[], places: Places) {
  const reading: Promise<void>[] = [];
  context.on("response", (response) => {
    const place = `${who}: ${response.request().method()} ${response.url()}`;
    const headers = JSON.stringify(response.headers());
    const read = response.text().catch(() => "");
    reading.push(read.then((body) => void places.set(place, `${places.get(place) ?? ""}${headers}${body}`)));
  });
  for (const each of paths) {
    await page.goto(each);
    await expect(page.getByRole("heading").first()).toBeAttached();
    const stores = () => JSON.stringify([localStorage, sessionStorage, document.cookie, window.name, location.href]);
    places.set(`${who}: stores of ${each}`, await page.evaluate(stores));
    places.set(`${who}: document of ${each}`, await page.content());
    const rsc = await page.request.get(each, { headers: { rsc: "1" } });
    places.set(`${who}: RSC of ${each}`, await rsc.text());
  }
  await Promise.all(reading);
}

/** The pages of a project and the settings, with a call whose trace has the project's name. */
async function pagesOf(service: Client, project: string): Promise<string[]> {
  await sendCalls(service, project, [{ id: project, op_name: "seen", ended_at: ENDED, exception: "Error: no" }]);
  const callPage = `/${project}/calls/${encodeURIComponent(project)}`;
  const others = ["models", "training", "privacy", "threads", "costs"].map((name) => `/${project}/${name}`);
  const settings = SETTINGS.map((name) => `/settings/${name}`);
  return [`/${project}`, `/${project}/calls`, callPage, `${callPage}?tab=raw`, ...others, ...settings];
}

/** Asks every endpoint, through the relay with the session of a page and with the admin key, and next-auth's. */
async function askEverything(page: Page, loupe: Loupe, project: string, places: Places): Promise<void> {
  for (const each of ["/api/auth/session", "/api/auth/providers", "/api/auth/csrf", "/api/service/server_info"])
    places.set(each, await (await page.request.get(`${loupe.url}${each}`)).text());
  for (const { path: each, method } of Object.values(endpoints)) {
    if (method === "GET") continue;
    for (const data of [{}, { project_id: project, id: project }, { project_id: 7 }]) {
      const answers = [
        await page.request.post(`${loupe.url}/api/service${each}`, { data, headers: { origin: loupe.url } }),
        await page.request.post(`${loupe.serviceUrl}${each}`, {
          data,
          headers: { authorization: `Bearer ${loupe.key}` },
        }),
      ];
      for (const answer of answers)
        places.set(`${answer.url()} ${JSON.stringify(data)}`, JSON.stringify(answer.headers()) + (await answer.text()));
    }
  }
}

/** Reads outputs, logs, the files of the database and a backup. Returns the secrets that were generated for this Loupe. */
async function readWhatIsKept(loupe: Loupe, places: Places): Promise<{ nextauth_secret: string; secret: string }> {
  const backup = path.join(path.dirname(loupe.dataFolder), "loupe.backup");
  const made = start(["npm", "run", "admin", "--", "backup", backup], { LOUPE_DATA_DIR: loupe.dataFolder });
  expect(await made.exited, made.stderr).toBe(0);
  places.set("output of the backup", made.stdout + made.stderr);
  places.set("backup", gunzipSync(readFileSync(backup)).toString());
  places.set("outputs", loupe.output);
  for (const file of filesIn(loupe.dataFolder)) places.set(file, readFileSync(file, "latin1"));
  const generated = path.join(loupe.dataFolder, "secrets.json");
  places.delete(generated);
  return z
    .object({ nextauth_secret: z.string(), secret: z.string() })
    .parse(JSON.parse(readFileSync(generated, "utf8")));
}

/** The encrypted session that a browser sends to the dashboard. */
async function sessionToken(context: BrowserContext): Promise<string> {
  const found = (await context.cookies()).find(({ name }) => name.endsWith(".session-token"));
  return z.string().min(100).parse(found?.value);
}

function expectNoneOf(secrets: readonly string[], places: Places): void {
  const leaks = [...places].filter(([, text]) => secrets.some((secret) => text.includes(secret)));
  expect(leaks.map(([place]) => place)).toEqual([]);
  expect(places.size).toBeGreaterThan(100);
}

/** The middle of a Basic authorization, which is the same whatever is around it. */
const basicOf = (name: string, password: string) => Buffer.from(`${name}:${password}`).toString("base64").slice(8, -4);

test("no page, response, script-readable storage, log, file or backup contains a credential", async ({
  browser,
  page,
  context,
  loupe,
  service,
  project,
}) => {
  const places: Places = new Map();
  const removePlanted = await plantSecrets(service, project);
  const pages = await pagesOf(service, project);
  await crawl("admin", page, context, ["/", ...pages, "/sign-in", "/no/such/page"], places);
  const roles = [{ project_pattern: project, role: "viewer" as const }];
  const viewer = await service.request("keysCreate", { owner: "vera", roles });
  const viewersContext = await browser.newContext({ baseURL: loupe.url, storageState: { cookies: [], origins: [] } });
  const problems = await watchContext(viewersContext);
  const viewersPage = await viewersContext.newPage();
  await signInByKey(viewersPage, { url: `${loupe.url}/${project}`, key: viewer.api_key });
  await crawl("viewer", viewersPage, viewersContext, pages, places);
  expect(problems).toEqual([]);
  const sessions = [await sessionToken(context), await sessionToken(viewersContext)];
  await viewersContext.close();
  await askEverything(page, loupe, project, places);
  // Before they are removed, so that the backup has them, encrypted.
  const { nextauth_secret, secret: sealing } = await readWhatIsKept(loupe, places);
  await removePlanted();
  const given = [...Object.values(PLANTED), viewer.api_key, ...sessions];
  expectNoneOf([loupe.key, nextauth_secret, sealing, basicOf("admin", loupe.key), ...given], places);
});

test("where people sign in at a provider, none of these contains its secret, its tokens or a session @all", async ({
  browser,
  project,
}) => {
  const places: Places = new Map();
  const { loupe, provider, clientSecret } = await startWithProvider({
    keepers: [{ project_pattern: "*", role: "admin" }],
  });
  try {
    await provider.account("ada", { email: "ada@example.com", email_verified: true, groups: ["keepers"] });
    const pages = await pagesOf(serviceClient(loupe), project);
    const context = await browser.newContext({ baseURL: loupe.url, storageState: { cookies: [], origins: [] } });
    const page = await context.newPage();
    await signInAtProvider(page, `${loupe.url}/${project}`, "ada");
    await crawl("ada", page, context, ["/", ...pages, "/sign-in"], places);
    const session = await sessionToken(context);
    await askEverything(page, loupe, project, places);
    await context.close();
    const { nextauth_secret, secret: sealing } = await readWhatIsKept(loupe, places);

    // The places are those of somebody who is signed in.
    const withName = [...places].filter(([, text]) => text.includes("ada@example.com")).map(([place]) => place);
    expect(withName).toEqual(expect.arrayContaining(["ada: document of /", "/api/auth/session", "backup"]));

    // The key of the session is in its token, which the dashboard alone can decrypt.
    const token = await decode({ token: session, secret: nextauth_secret });
    const { password: key } = z.object({ password: z.string().min(16) }).parse(token?.stored);
    const given = [clientSecret, basicOf("loupe", clientSecret), session, key, basicOf("api", key)];
    expectNoneOf([loupe.key, nextauth_secret, sealing, ...given], places);
    const providersTokens = [...places].filter(([, text]) => /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]/.test(text));
    expect(providersTokens.map(([place]) => place)).toEqual([]);
  } finally {
    await loupe.remove();
    await provider.stop();
  }
});

test("without a session no page returns data, whatever the kind of request", async ({
  page,
  context,
  service,
  project,
}) => {
  const secret = `canary-${project}`;
  await sendCalls(service, project, [{ id: project, op_name: secret, inputs: JSON.stringify({ secret }) }]);
  await context.clearCookies();
  const callPage = `/${project}/calls/${encodeURIComponent(project)}`;
  const ways: Record<string, string>[] = [
    {},
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
    { "x-forwarded-host": "127.0.0.1" },
  ];
  for (const each of ["/", `/${project}`, `/${project}/calls`, callPage, callPage.replace("calls", "%63alls")])
    for (const headers of ways) {
      const answer = await page.request.get(each, { headers, maxRedirects: 0 });
      expect(await answer.text()).not.toContain(secret);
    }
  const read = await page.request.post("/api/service/calls/stream_query", { data: { project_id: project } });
  expect([401, 403]).toContain(read.status());
  expect(await read.text()).not.toContain(secret);
});

test("a page of another site cannot call the relay", async ({ page, loupe, project }) => {
  for (const origin of ["http://evil.example", "null", loupe.innerServiceUrl]) {
    const data = { project_id: project, query: { $expr: { $eq: [{ $getField: "id" }, { $literal: "x" }] } } };
    const answer = await page.request.post("/api/service/feedback/purge", { data, headers: { origin } });
    expect(answer.status()).toBe(403);
  }
  const rebound = await askRaw(loupe.url, "/", { headers: { host: "evil.example" } });
  expect(rebound.status).toBe(421);
});
