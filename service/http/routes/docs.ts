import { endpoints } from "@/lib/contract/endpoints";
import type { ServiceDeps } from "@/service/http/deps";
import { PAGE_HEADERS, referencePage } from "@/service/http/docs/cached-page";
import type { ServiceContext } from "@/service/http/middleware/env";

export const docsRoutes = {
  docs: {
    endpoint: endpoints.docs,
    answer: async (c: ServiceContext, { version, publicUrl }: ServiceDeps) =>
      c.body(await referencePage(version, publicUrl ?? new URL(c.req.url).origin), 200, PAGE_HEADERS),
  },
};
