import { createHash } from "node:crypto";
import type { z } from "zod";
import { writeJson } from "@/lib/json/text";
import type { ServiceDeps } from "@/service/deps";
import type { ServiceContext } from "@/service/middleware/env";
import { type AskedEndpoint, authorizedInput, inDialect, JSON_HEADERS, type Route } from "./route";

type Reading<E extends AskedEndpoint> = {
  /** Everything that the answer depends on, besides the request; read without the answer's large parts. */
  peek: (deps: ServiceDeps, input: z.output<E["request"]>) => Promise<unknown>;
  /** The answer, and what `peek` would have returned for it. */
  read: (
    deps: ServiceDeps,
    input: z.output<E["request"]>,
  ) => Promise<{ answer: z.output<E["response"]>; state: unknown }>;
};

/**
 * Like `route`, with an `ETag`. A client that sends it as `If-None-Match` gets 304 without a body while the answer is
 * the same; on a POST too, since these endpoints only read.
 */
export function taggedRoute<E extends AskedEndpoint>(
  endpoint: E,
  project: (input: z.output<E["request"]>) => string,
  { peek, read }: Reading<E>,
): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      const { input } = await authorizedInput<E["request"]>(c, endpoint, endpoint.request, project);
      const known = c.req.header("if-none-match");
      if (known !== undefined) {
        const etag = etagOf(c, input, await peek(deps, input));
        if (names(known, etag)) return c.body(null, 304, { etag });
      }
      const { answer, state } = await read(deps, input);
      return c.body(writeJson(inDialect(c, answer)), 200, { ...JSON_HEADERS, etag: etagOf(c, input, state) });
    },
  };
}

/** One answer to one request has one tag: the same version is written differently in another dialect. */
function etagOf(c: ServiceContext, input: unknown, state: unknown): string {
  const told = writeJson([c.get("dialect")?.prefix ?? "", input, state]);
  return `"${createHash("sha256").update(told).digest("base64url")}"`;
}

/** Whether the list of tags in `If-None-Match` has this one; a proxy that compresses makes it weak (RFC 9110, 13.1.2). */
function names(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  return header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
