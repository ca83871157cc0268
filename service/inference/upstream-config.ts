import { readFileSync } from "node:fs";
import * as z from "zod";
import { formatPath } from "@/lib/contract/errors";
import { JsonSyntaxError } from "@/lib/contract/json/scan";
import { parseJson } from "@/lib/contract/json/slice";

const FIELDS = "name, base_url, api_key?, models?, supports_priority?, deny_params?, request_id?";
/** Hosts that refuse a field which is not in their own interface, as `request_id` is not. */
const STRICT_HOST = /(?:^|\.)(?:openai\.com|azure\.com|mistral\.ai|groq\.com|googleapis\.com|anthropic\.com)$/;

const baseUrl = z
  .string()
  .refine(isPlainAddress, "must be an http or https address such as http://127.0.0.1:8000/v1, without user, ? or #")
  .transform((address) => address.replace(/\/+$/, ""));

const upstream = z
  .strictObject({
    /** Says in errors, metrics and `/v1/models` which server it was. */
    name: z.string().regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, dots, dashes or underscores"),
    base_url: baseUrl,
    api_key: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "must be plain text without spaces")
      .optional(),
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

const upstreamList = z.array(upstream).superRefine((list, context) => {
  for (const [index, { name }] of list.entries())
    if (list.findIndex((other) => other.name === name) < index)
      context.addIssue({ code: "custom", path: [index, "name"], message: "stands twice" });
});

/** `LOUPE_UPSTREAMS`: the list itself, or the path of a file with it. Never shown whole: there are keys in it. */
export const upstreamsVariable = z
  .string()
  .transform((value, context): UpstreamConfig[] => {
    const read = readUpstreams(value);
    if (typeof read !== "string") return read;
    context.addIssue({ code: "custom", message: `a JSON list of {${FIELDS}}, or the path of one: ${read}` });
    return z.NEVER;
  })
  .meta({ secret: true });

/** What is wrong with it, when it is no list of upstreams. */
function readUpstreams(value: string): UpstreamConfig[] | string {
  const isList = value.trimStart().startsWith("[");
  try {
    const list = upstreamList.safeParse(parseJson(isList ? value : readFileSync(value, "utf8")));
    if (list.success) return list.data;
    const [issue] = list.error.issues;
    const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
    const path = formatPath([...(issue?.path ?? []), ...unknown]);
    return `${path || "it"} ${unknown.length > 0 ? "is not a known field" : issue?.message}`;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return `it is no JSON (character ${error.offset})`;
    return `there is no such file, or it cannot be read`;
  }
}

function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
}

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
