import { AppError } from "@/lib/contract/app-error";
import { type Endpoint, matchPath } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import type { ServiceContext } from "./env";

/** Paths of OpenAI's clients, which only understand errors in OpenAI's format, even for unknown paths. */
const OPENAI_PATHS = /^\/v1(?:\/|$)/;

/** Paths of Langfuse's interface, of which a part is supported; OTLP below them is an endpoint like others. */
const LANGFUSE_PATHS = /^\/api\/public\/(?!otel\/)/;

/**
 * Throws the error for a request without an endpoint: 405 for a known path, 501 for the rest of Langfuse's interface,
 * else 404 with the likely path.
 */
export function refuseUnknownPath(c: ServiceContext, known: readonly Endpoint[]): never {
  const { method } = c.req;
  const path = c.req.path.slice(c.get("dialect")?.prefix.length ?? 0);
  const samePath = known.filter((endpoint) => matchPath(endpoint.path, path));
  if (OPENAI_PATHS.test(path)) c.set("errors", "openai");
  if (LANGFUSE_PATHS.test(path) && known.includes(endpoints.langfuseProjects))
    throw new AppError("not_implemented", `Loupe does not support Langfuse's endpoint ${method} ${path}`);
  if (samePath[0]) {
    const methods = samePath.map((endpoint) => endpoint.method);
    c.header("allow", methods.join(", "));
    throw new AppError("method_not_allowed", `${samePath[0].path} supports ${methods.join(" and ")}, not ${method}`);
  }
  const meant = known.find((endpoint) => loosely(endpoint.path) === loosely(path));
  throw new AppError("unknown_endpoint", `There is no such endpoint${hintFor(meant, known)}`);
}

function hintFor(meant: Endpoint | undefined, known: readonly Endpoint[]): string {
  if (meant) return `; did you mean ${meant.method} ${meant.path}?`;
  return known.includes(endpoints.openapi) ? `; GET ${endpoints.openapi.path} lists the endpoints` : "";
}

function loosely(path: string): string {
  return path.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
