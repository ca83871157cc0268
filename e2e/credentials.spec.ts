import { readFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import * as z from "zod";
import type { Client } from "@/lib/client/client";
import { endpoints } from "@/lib/contract/endpoints";
import { askRaw } from "./loupe/ask-raw";
import { filesIn } from "./loupe/files-in";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { signInByKey } from "./loupe/sign-in";
import { expect, test } from "./loupe/test";
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

test("no page, response, script-readable storage, log or file contains a credential", async ({
  browser,
  page,
  context,
  loupe,
  service,
  project,
}) => {
  const places: Places = new Map();
  const removePlanted = await plantSecrets(service, project);
  await sendCalls(service, project, [{ id: project, op_name: "seen", ended_at: ENDED, exception: "Error: no" }]);
  const callPage = `/${project}/calls/${encodeURIComponent(project)}`;
  const others = ["models", "training", "privacy", "threads", "costs"].map((name) => `/${project}/${name}`);
  const settings = SETTINGS.map((name) => `/settings/${name}`);
  const pages = [`/${project}`, `/${project}/calls`, callPage, `${callPage}?tab=raw`, ...others, ...settings];
  await crawl("admin", page, context, ["/", ...pages, "/sign-in", "/no/such/page"], places);
  const roles = [{ project_pattern: project, role: "viewer" as const }];
  const viewer = await service.request("keysCreate", { owner: "vera", roles });
  const viewersContext = await browser.newContext({ baseURL: loupe.url, storageState: { cookies: [], origins: [] } });
  const problems = await watchContext(viewersContext);
  const viewersPage = await viewersContext.newPage();
  await signInByKey(viewersPage, { url: `${loupe.url}/${project}`, key: viewer.api_key });
  await crawl("viewer", viewersPage, viewersContext, pages, places);
  expect(problems).toEqual([]);
  await viewersContext.close();
  for (const each of ["/api/auth/session", "/api/auth/providers", "/api/auth/csrf", "/api/service/server_info"])
    places.set(each, await (await page.request.get(each)).text());
  for (const { path: each, method } of Object.values(endpoints)) {
    if (method === "GET") continue;
    for (const data of [{}, { project_id: project, id: project }, { project_id: 7 }]) {
      const answers = [
        await page.request.post(`/api/service${each}`, { data, headers: { origin: loupe.url } }),
        await page.request.post(`${loupe.serviceUrl}${each}`, {
          data,
          headers: { authorization: `Bearer ${loupe.key}` },
        }),
      ];
      for (const answer of answers)
        places.set(`${answer.url()} ${JSON.stringify(data)}`, JSON.stringify(answer.headers()) + (await answer.text()));
    }
  }
  await removePlanted();
  places.set("outputs", loupe.output);
  for (const file of filesIn(loupe.dataFolder)) places.set(file, readFileSync(file, "latin1"));

  const { nextauth_secret, secret: sealing } = z
    .object({ nextauth_secret: z.string(), secret: z.string() })
    .parse(JSON.parse(readFileSync(path.join(loupe.dataFolder, "secrets.json"), "utf8")));
  places.delete(path.join(loupe.dataFolder, "secrets.json"));
  const basic = Buffer.from(`admin:${loupe.key}`).toString("base64");
  const given = [...Object.values(PLANTED), viewer.api_key];
  const secrets = [loupe.key, nextauth_secret, sealing, basic.slice(8, -4), ...given];
  const leaks = [...places].filter(([, text]) => secrets.some((secret) => text.includes(secret)));
  expect(leaks.map(([place]) => place)).toEqual([]);
  expect(places.size).toBeGreaterThan(100);
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
