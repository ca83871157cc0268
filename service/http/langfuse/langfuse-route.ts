import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { validate } from "@/lib/contract/validate";
import { writeJson } from "@/lib/json/text";
import type { Identity } from "@/service/people/keys/identity";
import type { ServiceDeps } from "@/service/http/deps";
import type { ServiceContext } from "@/service/http/middleware/env";
import { PROJECT_HEADERS, requireProject } from "@/service/http/routes/client-project";
import { type AskedEndpoint, JSON_HEADERS, readAsked, type Route } from "@/service/http/routes/route";

/** Who sends a request, its project, and the address of the service as the caller sees it, without a final slash. */
export type LangfuseCaller = { identity: Identity; project: string; publicUrl: string };

/** The value of an answer, and its status if it is not 200. */
type LangfuseAnswer<Value> = { value: Value; status?: ContentfulStatusCode };

/**
 * An endpoint of Langfuse's interface. Its requests do not name the project: it is that of a header, as for spans, or
 * the key's own.
 */
export function langfuseRoute<E extends AskedEndpoint>(endpoint: E, handle: Handler<E, E["request"]>): Route<E> {
  return langfuseRouteWith<E, E["request"]>(endpoint, endpoint.request, handle);
}

type Handler<E extends AskedEndpoint, Schema extends z.ZodType> = (
  deps: ServiceDeps,
  input: z.output<Schema>,
  caller: LangfuseCaller,
) => Promise<LangfuseAnswer<z.output<E["response"]>>>;

/** Like `langfuseRoute`, for a handler that validates parts of the body itself: `schema` replaces that of the contract. */
export function langfuseRouteWith<E extends AskedEndpoint, Schema extends z.ZodType>(
  endpoint: E,
  schema: Schema,
  handle: Handler<E, Schema>,
): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      const { identity, project } = requireProject(c, endpoint, PROJECT_HEADERS);
      const input = validate(schema, await readAsked(c, endpoint));
      const audit = c.get("audit");
      audit?.concerns({ project_id: project });
      audit?.concerns(input);
      await audit?.begin();
      const { value, status = 200 } = await handle(deps, input, { identity, project, publicUrl: publicUrlOf(c, deps) });
      audit?.note(value);
      const text = writeJson(value);
      await audit?.sending({ bytes: Buffer.byteLength(text) });
      return c.body(text, status, JSON_HEADERS);
    },
  };
}

/** The header only changes an address that is returned to its sender, so it is read from anyone. */
function publicUrlOf(c: ServiceContext, { publicUrl }: ServiceDeps): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host } = new URL(c.req.url);
  return `${c.req.header("x-forwarded-proto") === "https" ? "https:" : protocol}//${host}`;
}
