import { createHash } from "node:crypto";
import type { z } from "zod";
import { writeJson } from "@/lib/json/text";
import type { ServiceDeps } from "@/service/http/deps";
import { type AskedEndpoint, authorizedInput, inDialect, JSON_HEADERS, type Route } from "./route";

/**
 * Like `route`, with an `ETag`. A client that sends it as `If-None-Match` gets 304 without a body while the answer is
 * the same; on a POST too, since these endpoints only read.
 */
export function taggedRoute<E extends AskedEndpoint>(
  endpoint: E,
  project: (input: z.output<E["request"]>) => string,
  handle: (deps: ServiceDeps, input: z.output<E["request"]>) => Promise<z.output<E["response"]>>,
): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      const { input, caller } = await authorizedInput<E["request"]>(c, endpoint, endpoint.request, project);
      const body = writeJson(inDialect(c, await handle(deps, input)));
      // Of the whole body: the digest of a version does not depend on the spelling of its JSON.
      const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
      if (matchesTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, { etag });
      await caller.audit?.sending({ bytes: Buffer.byteLength(body) });
      return c.body(body, 200, { ...JSON_HEADERS, etag });
    },
  };
}

/** Whether the list of tags in `If-None-Match` has this one; a proxy that compresses makes it weak (RFC 9110, 13.1.2). */
function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
