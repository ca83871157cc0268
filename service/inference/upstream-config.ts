import * as z from "zod";
import { requestIdPlace } from "@/lib/contract/connection-presets";
import { serverFields, serverHeaders } from "@/lib/contract/connections";
import { headerKey } from "@/lib/contract/primitives";
import { LOOPBACK } from "@/lib/network/loopback";

const upstream = z
  .strictObject({
    name: serverFields.name,
    base_url: serverFields.base_url,
    api_key: headerKey.optional(),
    key_header: serverFields.key_header.optional(),
    headers: serverHeaders.optional(),
    models: serverFields.models.optional(),
    projects: serverFields.projects.optional(),
    max_parallel: serverFields.max_parallel.optional(),
    supports_priority: serverFields.supports_priority.default(false),
    deny_params: serverFields.deny_params.default([]),
    request_id: serverFields.request_id.optional(),
  })
  .transform((given) => ({
    ...given,
    key_header: given.key_header ?? ("authorization" as const),
    request_id: given.request_id ?? requestIdPlace(given.base_url),
  }));

/** The configuration of a model server with OpenAI's interface. */
export type UpstreamConfig = z.output<typeof upstream>;

export const UPSTREAM_LIST =
  "a JSON array of {name, base_url, api_key?, key_header?, headers?, models?, projects?, max_parallel?, supports_priority?, deny_params?, request_id?}";

/** Content of `LOUPE_UPSTREAMS`. */
export const upstreamList = z.array(upstream, "must be an array").superRefine((list, context) => {
  for (const [index, { name }] of list.entries())
    if (list.findIndex((other) => other.name === name) < index)
      context.addIssue({ code: "custom", path: [index, "name"], message: "appears more than once" });
});

/** Model servers at their usual ports on this machine, tried if none is configured. */
const LOCAL_SERVERS = [
  ["ollama", 11434],
  ["vllm", 8000],
  ["llama.cpp", 8080],
  ["lm-studio", 1234],
  ["loupe-serve", 8012],
] as const;

/** The local servers, except one on the service's own port. */
export function localUpstreams(ownPort: number): UpstreamConfig[] {
  return LOCAL_SERVERS.filter(([, port]) => port !== ownPort).map(([name, port]) => ({
    name,
    base_url: `http://127.0.0.1:${port}/v1`,
    key_header: "authorization",
    supports_priority: false,
    deny_params: [],
    request_id: "body",
  }));
}

/** Whether two addresses lead to the same port of this machine, however it is named. */
export function isSameLocal(one: string, other: string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  return first.port === second.port && LOOPBACK.includes(first.hostname) && LOOPBACK.includes(second.hostname);
}
