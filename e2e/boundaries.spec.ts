import type { BrowserContext } from "@playwright/test";
import { askRaw, type RawAnswer } from "./loupe/ask-raw";
import { sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

const FORM = "application/x-www-form-urlencoded";

async function cookiesOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** The anti-forgery token that a form needs, and its cookie. */
async function antiForgery(url: string): Promise<{ csrfToken: string; cookie: string }> {
  const { body, headers } = await askRaw(url, "/api/auth/csrf");
  const cookie = (headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
  return { csrfToken: String(Object.values(JSON.parse(body) as object)[0]), cookie };
}

test("no ref leads to another site @all", async ({ page, context, loupe, service, project }) => {
  const hostile = [
    "core:///%2F%2Fevil.test/a/call/x",
    "core:///%2Fevil.test/a/call/x",
    "weave:///%2F%2Fevil.test/a/object/x:y",
    "core:///%5C%5Cevil.test/a/call/x",
    "core:///../../call/x",
    "core:///%2E%2E/%2E%2E/table/x",
    "core:///a/b/call/..",
    "core:///a/b/call/%2F%2Fevil.test",
    "core:///https%3A/evil.test/call/x",
  ];
  const cookie = await cookiesOf(context);
  for (const ref of hostile) {
    const { status, headers } = await askRaw(loupe.url, `/ref?uri=${encodeURIComponent(ref)}`, { headers: { cookie } });
    expect(status, ref).toBeLessThan(400);
    expect(new URL(headers.location ?? "/", loupe.url).origin, ref).toBe(loupe.url);
    await page.goto(`/ref?uri=${encodeURIComponent(ref)}`);
    expect(new URL(page.url()).origin, ref).toBe(loupe.url);
  }
  // Stored where the viewer turns refs into links.
  const stored = JSON.stringify({ refs: hostile, nested: { table: [{ link: hostile[0] }] } });
  await sendCalls(service, project, [{ id: project, op_name: "linked", inputs: stored, attributes: stored }]);
  await page.goto(`/${project}/calls/${encodeURIComponent(project)}`);
  await expect(page.getByText("%2F%2Fevil.test/a/call/x").first()).toBeVisible();
  const origins = await page
    .locator("a[href]")
    .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).origin));
  expect(new Set(origins)).toEqual(new Set([loupe.url]));
});

test("every page has a content security policy and a host check, including paths that resemble exempt ones", async ({
  context,
  loupe,
}) => {
  const cookie = await cookiesOf(context);
  const places = ["/api/service", "/_next/static", "/_next/image", "/favicon.svg"];
  const paths = [
    ...places.flatMap((path) => [
      path,
      ...["/", "//x", "-x", "-x/p/calls", ".x/p", "x", "%2Fx", "%20/x", "\\x", "/x/y", "/x.html", "/x.rsc"].map(
        (end) => path + end,
      ),
      ...["/../a/b", "/%2e%2e/a/b", "/..%2fa/b", "/%", "/%E0%A4%A", "/x%00", ";x/y", "?x"].map((end) => path + end),
      ...["/", "/.", "/x"].map((start) => `${start}${path}/y`),
      `${path.toUpperCase()}/x`,
      `${path.slice(0, -1)}/x`,
      `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}/x`,
    ]),
    ..."/ /nope /a/b/c/d/e/f /a/b/calls/% /_error /404 /500 /_next/data/x/p.json //evil.test/a".split(" "),
  ];
  const ways: Record<string, string>[] = [{}, { rsc: "1" }, { rsc: "1", "next-router-prefetch": "1" }];
  // nginx itself refuses a path that it cannot decode.
  const isPage = ({ headers, body }: RawAnswer) =>
    /html|x-component/.test(headers["content-type"] ?? "") && !body.includes("<center>nginx");
  let pages = 0;
  for (const path of paths)
    for (const way of ways) {
      const place = `${path} ${JSON.stringify(way)}`;
      const answer = await askRaw(loupe.url, path, { headers: { ...way, cookie } });
      const rebound = await askRaw(loupe.url, path, { headers: { ...way, cookie, host: "evil.test" } });
      expect(answer.status, place).toBeLessThan(500);
      expect(isPage(rebound), place).toBe(false);
      for (const { headers } of [answer, rebound])
        expect(new URL(headers.location ?? "/", loupe.url).origin, place).toBe(loupe.url);
      if (!isPage(answer)) continue;
      pages += 1;
      expect([place, answer.headers["content-security-policy"]]).toEqual([place, expect.stringContaining("'nonce-")]);
      expect([place, rebound.status]).toEqual([place, 421]);
    }
  expect(pages).toBeGreaterThan(100);
});

test("a copied cookie is useless after its session has signed out", async ({ browser, loupe }) => {
  const context = await browser.newContext({ baseURL: loupe.url });
  const page = await context.newPage();
  await page.goto(await loupe.newSignInLink());
  await page.waitForURL(`${loupe.url}/`);
  const cookie = await cookiesOf(context);
  const post = {
    method: "POST",
    headers: { cookie, origin: loupe.url, "content-type": "application/json" },
    body: "{}",
  };
  const read = () => askRaw(loupe.url, "/api/service/keys/self", post);
  expect((await read()).status).toBe(200);

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`${loupe.url}/sign-in`);
  expect((await read()).status).toBe(401);
  const home = await askRaw(loupe.url, "/", { headers: { cookie } });
  expect([home.status, home.headers.location]).toEqual([307, expect.stringMatching(/^\/sign-in/)]);
  const asked = await askRaw(loupe.url, "/api/auth/session", { headers: { cookie } });
  expect(asked.body).toBe("{}");
  await context.close();
});

test("no request to the sign-in routes causes an internal error or a redirect to another site @all", async ({
  loupe,
}) => {
  const before = loupe.output.length;
  const { csrfToken, cookie } = await antiForgery(loupe.url);
  const port = new URL(loupe.url).port;
  const hostile = [
    "https://evil.test/",
    "//evil.test",
    "javascript:alert(1)",
    "http://[",
    "%",
    "\u0000",
    "x".repeat(9000),
  ];
  const actions =
    "callback/link?code=x callback/service callback/nobody callback signin signin/link signout error?error=x";
  const paths = `${actions} _log session csrf providers verify-request nope callback/link/x`.split(" ");
  const answers: [string, RawAnswer][] = [];
  for (const path of paths)
    for (const method of ["GET", "POST", "PUT", "DELETE"])
      for (const url of [undefined, ...hostile]) {
        const query =
          url === undefined ? "" : `${path.includes("?") ? "&" : "?"}callbackUrl=${encodeURIComponent(url)}`;
        const fields = { csrfToken, service: "Loupe", json: "true", code: "x", ...(url && { callbackUrl: url }) };
        const headers = {
          cookie: `${cookie}; loupe-${port}.session-token=x; loupe-${port}.callback-url=${encodeURIComponent(url ?? "")}`,
          "x-forwarded-host": "evil.test",
          ...(method === "POST" && { "content-type": FORM }),
        };
        const body = method === "POST" ? new URLSearchParams(fields).toString() : undefined;
        answers.push([
          `${method} ${path}${query}`,
          await askRaw(loupe.url, `/api/auth/${path}${query}`, { method, headers, body }),
        ]);
      }
  for (const [type, body] of [
    ["application/json", "{"],
    ["application/json", `{"csrfToken":{},"callbackUrl":[1]}`],
    ["multipart/form-data", "x"],
    [FORM, "a".repeat(70_000)],
  ] as const) {
    const headers = { "content-type": type, cookie };
    answers.push([type, await askRaw(loupe.url, "/api/auth/callback/service", { method: "POST", headers, body })]);
  }
  for (const [what, { status, headers, body }] of answers) {
    expect(status, what).toBeLessThan(500);
    expect(`${headers.location ?? ""}${body}`, what).not.toContain("evil.test");
  }
  expect(loupe.output.slice(before)).not.toMatch(/^\s+at /m);
});
