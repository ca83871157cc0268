import { describe, expect, test } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { openApiDocument } from "./openapi";
import type { Listed } from "./endpoint-section";
import { docsPage } from "./page";

const document = openApiDocument("1.2.3");
const listed: Listed[] = Object.entries<Endpoint>(endpoints);
const ORIGIN = "http://127.0.0.1:3001";

const page = async (from = document, some = listed) => String(await docsPage(from, some, ORIGIN));
const sectionOf = (html: string, id: string) => html.split(`id="${id}"`)[1]?.split("</section>")[0] ?? "";

test.each(listed)("%s is on the page with its method, path, role, summary and a request", async (name, endpoint) => {
  const section = sectionOf(await page(), name);
  expect(section).toContain(`<code>${endpoint.path}</code>`);
  expect(section).toContain(`<span class="method">${endpoint.method}</span>`);
  expect(section).toContain(endpoint.role === "none" ? "no key" : `role <b>${endpoint.role}</b>`);
  expect(section).toMatch(new RegExp(`curl .*&quot;\\$LOUPE_URL${endpoint.path}&quot;`));
});

test("every address leads to a place of the page", async () => {
  const html = await page();
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, address] of html.matchAll(/href="([^"]*)"/g))
    expect(["openapi.json", ...ids.map((id) => `#${id}`)]).toContain(address);
});

test("it begins with a request to paste, and ends with the limits", async () => {
  const html = await page();
  const order = [...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);
  expect(order.slice(0, 3)).toEqual(["first-request", "authentication", "calls"]);
  expect(order.at(-1)).toBe("limits");
});

test("every endpoint that takes a body is of a resource with a name", async () => {
  expect(await page()).not.toContain('<h2 id="other">');
});

test.each([
  ["a required field", "callRead", /<code>project_id<\/code>.*?<b>required<\/b>.*?1 to 1024 characters/s],
  ["a field inside a list", "feedbackBatchCreate", /<code>res\[\]\.error\.code<\/code>/],
  [
    "a named shape",
    "callsStreamQuery",
    /<code>filter<\/code>.*?<a href="#shape-CallsFilter">CallsFilter<\/a> or null/s,
  ],
  ["variants of an item", "callUpsertBatch", /<code>batch\[\]\.mode<\/code>.*?&quot;start&quot; or &quot;end&quot;/s],
  ["what happens to other fields", "callsStreamQuery", /Unknown fields are rejected/],
  ["its errors", "callRead", /<a href="#errors">404<\/a> not_found/],
  ["its answer a line", "callsStreamQuery", /one object per line.*?<a href="#shape-CallRow">/s],
])("%s", async (_what, name, expected) => expect(sectionOf(await page(), name)).toMatch(expected));

describe("of the core endpoints alone", () => {
  const core = listed.filter(([, { kind }]) => kind === "core");

  test("it names no other", async () => {
    const html = await page(document, core);
    const paths = core.map(([, { path }]) => path);
    for (const [name, { path, kind }] of listed)
      expect([name, html.includes(` id="${name}"`), html.includes(`<code>${path}</code>`)]).toEqual([
        name,
        kind === "core",
        paths.includes(path),
      ]);
  });

  test("nor shapes that only others have", async () => {
    const html = await page(document, core);
    expect(html).toContain('id="shape-Query"');
    expect(html).not.toContain('id="shape-Grant"');
  });
});

test("any description is escaped", async () => {
  const hostile = `</code><script>alert("1")</script><img src=x onerror='alert(2)'>&amp;\``;
  const calls = document.paths["/call/read"];
  const request = document.components.schemas.CallReadRequest;
  if (!calls?.post || !request) throw new Error("The document has no call to read");
  const planted = {
    ...document,
    info: { ...document.info, title: hostile, version: hostile },
    paths: { ...document.paths, "/call/read": { post: { ...calls.post, summary: hostile } } },
    components: {
      ...document.components,
      schemas: {
        ...document.components.schemas,
        CallReadRequest: {
          ...request,
          properties: {
            [hostile]: { type: "string" as const, description: hostile, default: hostile, enum: [hostile] },
            pattern: { type: "string" as const, pattern: hostile, format: undefined },
            format: { type: "string" as const, format: hostile },
          },
          required: [hostile],
        },
      },
    },
  };
  const html = await page(planted);
  expect(html).not.toMatch(/<(?:script|img)/);
  expect(html.split("&lt;script&gt;").length).toBeGreaterThan(10);
  const harmless = String(await docsPage(document, listed, `http://a'"><script>`));
  expect(harmless).not.toContain("<script");
});
