import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { expect, test } from "vitest";
import * as z from "zod";
import { openApiDocument } from "@/service/http/docs/openapi";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();

test("what /docs begins with can be pasted into a shell", async () => {
  const server = serve({ fetch: service.app({ clock: () => new Date() }).fetch, hostname: "localhost", port: 0 });
  await once(server, "listening");
  const address = z.object({ port: z.number() }).parse(server.address());
  const html = await (await fetch(`http://localhost:${address.port}/docs`)).text();
  const [, first = ""] = /id="first-request"(.*?)<h2/s.exec(html) ?? [];
  const commands = [...first.matchAll(/<code>(.*?)<\/code>/gs)].map(([, text = ""]) => decoded(text));
  const shell = promisify(execFile)("bash", ["-e", "-c", commands.join("\n")]);
  shell.child.stdin?.end(`${ADMIN_KEY}\n`);
  const { stdout } = await shell;
  server.close();
  expect(stdout).toContain('"op_name":"hello"');
  expect(stdout).toContain("Where is my parcel?");
});

function decoded(html: string): string {
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

test("/docs is a page that runs no scripts, with the one style that its policy allows", async () => {
  const response = await service.app().request("/docs");
  const html = await response.text();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(response.headers.get("content-security-policy")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(html).not.toMatch(/<(?:script|link|img|iframe|form)\b| style=| on\w+=|https?:\/\/(?!localhost)/);
  expect(decoded(html)).toContain("export LOUPE_URL='http://localhost'");
});

test("/docs is rendered once, and shows the address of each request", async () => {
  const app = service.app({ allowedHosts: ["localhost", "loupe.test"] });
  for (const origin of ["http://localhost", "http://loupe.test:8080"]) {
    const html = await (await app.request(`${origin}/docs`)).text();
    expect(decoded(html)).toContain(`export LOUPE_URL='${origin}'`);
    expect(html).not.toContain(".invalid");
  }
  expect(openApiDocument("1.2.3")).toBe(openApiDocument("1.2.3"));
});
