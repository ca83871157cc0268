import * as z from "zod";
import { baseAddress, headerKey } from "@/lib/contract/primitives";

/** Hosts that refuse a field which is not in their own interface, as `request_id` is not. */
const STRICT_HOST = /(?:^|\.)(?:openai\.com|azure\.com|mistral\.ai|groq\.com|googleapis\.com|anthropic\.com)$/;

const upstream = z
  .strictObject({
    /** Says in errors, metrics and `/v1/models` which server it was. */
    name: z.string().regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, dots, dashes or underscores"),
    base_url: baseAddress,
    api_key: headerKey.optional(),
    /** The only ids to serve from it; asked for at the server when not given. */
    models: z.array(z.string().min(1, "must not be empty")).min(1, "must name a model").optional(),
    supports_priority: z.boolean().default(false),
    /** Fields of a request, or types of content parts such as `image_url`, that it must not be sent. */
    deny_params: z.array(z.string()).default([]),
    /** Where a request's id is sent when the caller gave none; in both cases in the header too. */
    request_id: z.enum(["body", "header"]).optional(),
  })
  .transform((given) => ({
    ...given,
    request_id: given.request_id ?? (STRICT_HOST.test(new URL(given.base_url).hostname) ? "header" : "body"),
  }));

/** A model server that speaks OpenAI's interface, as configured. */
export type UpstreamConfig = z.output<typeof upstream>;

export const UPSTREAM_LIST =
  "a JSON list of {name, base_url, api_key?, models?, supports_priority?, deny_params?, request_id?}";

/** What `LOUPE_UPSTREAMS` holds. */
export const upstreamList = z.array(upstream, "must be a list").superRefine((list, context) => {
  for (const [index, { name }] of list.entries())
    if (list.findIndex((other) => other.name === name) < index)
      context.addIssue({ code: "custom", path: [index, "name"], message: "stands twice" });
});

/** Model servers at their usual ports of this machine: asked when nothing is configured. */
const LOCAL_SERVERS = [
  ["ollama", 11434],
  ["vllm", 8000],
  ["llama.cpp", 8080],
  ["lm-studio", 1234],
] as const;

/** Those that may run here, but for the port that is the service's own. */
export function localUpstreams(ownPort: number): UpstreamConfig[] {
  return LOCAL_SERVERS.filter(([, port]) => port !== ownPort).map(([name, port]) => ({
    name,
    base_url: `http://127.0.0.1:${port}/v1`,
    supports_priority: false,
    deny_params: [],
    request_id: "body",
  }));
}
