import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { useService } from "./test-service";

const service = useService();

test("/docs is a page on which nothing can run, with the one style its policy allows", async () => {
  const response = await service.app().request("/docs");
  const html = await response.text();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(response.headers.get("content-security-policy")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(html).not.toMatch(/<(?:script|link|img|iframe|form)\b| style=| on\w+=|https?:\/\/(?!localhost)/);
  expect(html).toContain("export LOUPE_URL='http://localhost'");
});

test("with the interface's endpoints only, it shows these only and leads nowhere else", async () => {
  const html = await (await service.app({ coreOnly: true }).request("/docs")).text();
  const core = Object.values<Endpoint>(endpoints).filter(({ kind }) => kind === "core");
  const shown = [...html.matchAll(/<span class="method">\w+<\/span>\s*<code>([^<]+)</g)].map(([, path]) => path);
  expect(new Set(shown)).toEqual(new Set(core.map(({ path }) => path)));
  expect(html).not.toMatch(/href="\//);
});
