import { createHash } from "node:crypto";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { openApiDocument } from "@/service/docs/openapi";
import type { ServiceDeps } from "@/service/deps";
import { docsPage } from "@/service/docs/page";
import { STYLE } from "@/service/docs/style";
import type { ServiceContext } from "@/service/middleware/env";

/** Nothing runs, nothing is fetched, nothing is sent, and nobody frames it; the one style is known by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-type": endpoints.docs.answerType,
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

export const docsRoutes = {
  docs: {
    endpoint: endpoints.docs,
    answer: async (c: ServiceContext, { version }: ServiceDeps) => {
      const page = await pageOf(version);
      return c.body(page.replaceAll(ANY_ORIGIN, new URL(c.req.url).origin), 200, HEADERS);
    },
  },
};

/** Where the page has the address that it was asked at. */
const ANY_ORIGIN = "http://address-of-this-service.invalid";
const pages = new Map<string, Promise<string>>();

/** The page of a version, made once: that takes a quarter of a second, and anybody may ask for it. */
async function pageOf(version: string): Promise<string> {
  const page =
    pages.get(version) ??
    Promise.resolve(docsPage(openApiDocument(version), Object.entries<Endpoint>(endpoints), ANY_ORIGIN)).then(String);
  pages.set(version, page);
  return page;
}
