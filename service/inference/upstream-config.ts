import * as z from "zod";
import { baseAddress, headerKey } from "@/lib/contract/primitives";

/** Hosts that reject fields outside their own interface, such as `request_id`. */
const STRICT_HOST = /(?:^|\.)(?:openai\.com|azure\.com|mistral\.ai|groq\.com|googleapis\.com|anthropic\.com)$/;

const upstream = z
  .strictObject({
    /** Names the server in errors, metrics and `/v1/models`. */
    name: z.string().regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, dots, dashes or underscores"),
    base_url: baseAddress,
    api_key: headerKey.optional(),
    /** The only models to use from it; by default all that it lists. */
    models: z.array(z.string().min(1, "must not be empty")).min(1, "must contain at least one model").optional(),
    supports_priority: z.boolean().default(false),
    /** Fields of a request, or types of content parts such as `image_url`, that must not be sent to it. */
    deny_params: z.array(z.string()).default([]),
    /** Where a request's id is sent if the caller gave none; it is always sent in the header too. */
    request_id: z.enum(["body", "header"]).optional(),
  })
  .transform((given) => ({
    ...given,
    request_id: given.request_id ?? (STRICT_HOST.test(new URL(given.base_url).hostname) ? "header" : "body"),
  }));

/** The configuration of a model server with OpenAI's interface. */
export type UpstreamConfig = z.output<typeof upstream>;

export const UPSTREAM_LIST =
  "a JSON array of {name, base_url, api_key?, models?, supports_priority?, deny_params?, request_id?}";

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
] as const;

/** The local servers, except one on the service's own port. */
export function localUpstreams(ownPort: number): UpstreamConfig[] {
  return LOCAL_SERVERS.filter(([, port]) => port !== ownPort).map(([name, port]) => ({
    name,
    base_url: `http://127.0.0.1:${port}/v1`,
    supports_priority: false,
    deny_params: [],
    request_id: "body",
  }));
}
