import { createHash } from "node:crypto";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { openApiDocument } from "@/lib/contract/openapi";
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
      const listed = Object.entries<Endpoint>(endpoints);
      const page = docsPage(openApiDocument(version), listed, new URL(c.req.url).origin);
      return c.body(String(await page), 200, HEADERS);
    },
  },
};
