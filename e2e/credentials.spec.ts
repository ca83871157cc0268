import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { endpoints } from "@/lib/contract/endpoints";
import { askRaw } from "./loupe/ask-raw";
import { filesIn } from "./loupe/files-in";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

/** Every place that a text could be read from, with its content. */
type Places = Map<string, string>;

test("no page, response, script-readable storage, log or file contains a credential", async ({
  page,
  context,
  loupe,
  service,
  project,
}) => {
  const places: Places = new Map();
  const reading: Promise<void>[] = [];
  context.on("response", (response) => {
    const place = `${response.request().method()} ${response.url()}`;
    const headers = JSON.stringify(response.headers());
    const read = response.text().catch(() => "");
    reading.push(read.then((body) => void places.set(place, `${places.get(place) ?? ""}${headers}${body}`)));
  });
  await sendCalls(service, project, [{ id: project, op_name: "seen", ended_at: ENDED, exception: "Error: no" }]);
  const callPage = `/${project}/calls/${encodeURIComponent(project)}`;
  const others = [`/${project}/threads`, `/${project}/costs`, "/settings/keys", "/sign-in", "/no/such/page"];
  const paths = ["/", `/${project}`, `/${project}/calls`, callPage, `${callPage}?tab=raw`, ...others];
  for (const each of paths) {
    await page.goto(each);
    await expect(page.getByRole("heading").first()).toBeAttached();
    const stores = () => JSON.stringify([localStorage, sessionStorage, document.cookie, window.name, location.href]);
    places.set(`stores of ${each}`, await page.evaluate(stores));
    places.set(`document of ${each}`, await page.content());
    const rsc = await page.request.get(each, { headers: { rsc: "1" } });
    places.set(`RSC of ${each}`, await rsc.text());
  }
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
  await Promise.all(reading);
  places.set("outputs", loupe.output);
  for (const file of filesIn(loupe.dataFolder)) places.set(file, readFileSync(file, "latin1"));

  const { nextauth_secret, secret: sealing } = z
    .object({ nextauth_secret: z.string(), secret: z.string() })
    .parse(JSON.parse(readFileSync(path.join(loupe.dataFolder, "secrets.json"), "utf8")));
  places.delete(path.join(loupe.dataFolder, "secrets.json"));
  const basic = Buffer.from(`admin:${loupe.key}`).toString("base64");
  const secrets = [loupe.key, nextauth_secret, sealing, basic.slice(8, -4)];
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
