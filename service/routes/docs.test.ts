import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/contract/openapi";
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

test("/docs is made once, and shows each reader the address it was asked at", async () => {
  const app = service.app({ allowedHosts: ["localhost", "loupe.test"] });
  for (const origin of ["http://localhost", "http://loupe.test:8080"]) {
    const html = await (await app.request(`${origin}/docs`)).text();
    expect(html).toContain(`export LOUPE_URL='${origin}'`);
    expect(html).not.toContain(".invalid");
  }
  expect(openApiDocument("1.2.3")).toBe(openApiDocument("1.2.3"));
});
