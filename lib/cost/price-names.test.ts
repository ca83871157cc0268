import { describe, expect, test } from "vitest";
import { DEFAULT_PRICES } from "./default-prices";
import { PriceBook } from "./price-book";
import { priceNames } from "./price-names";

test.each([
  ["gpt-4o", ["gpt-4o"]],
  ["gpt-4.1-mini", ["gpt-4.1-mini", "gpt-4-1-mini"]],
  ["gpt-4o-2024-08-06", ["gpt-4o-2024-08-06", "gpt-4o"]],
  ["openai/gpt-4o-2024-08-06", ["openai/gpt-4o-2024-08-06", "gpt-4o-2024-08-06", "openai/gpt-4o", "gpt-4o"]],
  ["openrouter/deepseek/deepseek-r1", ["openrouter/deepseek/deepseek-r1", "deepseek/deepseek-r1", "deepseek-r1"]],
  ["openai:gpt-4o", ["openai:gpt-4o", "gpt-4o"]],
  [
    "us.amazon.nova-lite-v1:0",
    [
      "us.amazon.nova-lite-v1:0",
      "amazon.nova-lite-v1:0",
      "nova-lite-v1:0",
      "us.amazon.nova-lite",
      "amazon.nova-lite",
      "nova-lite",
    ],
  ],
  [
    "models/gemini-2.0-flash",
    ["models/gemini-2.0-flash", "gemini-2.0-flash", "models/gemini-2-0-flash", "gemini-2-0-flash"],
  ],
  ["no-date-0613", ["no-date-0613"]],
  ["deepseek-r1:free", ["deepseek-r1:free", "free"]],
  ["ft:gpt-4o:acme::id", ["ft:gpt-4o:acme::id", "ft:gpt-4o"]],
  ["/", ["/"]],
])("%s", (model, names) => expect(priceNames(model)).toEqual(names));

test("the dated name comes before the one without a date", () => {
  const names = priceNames("eu.anthropic.claude-3-5-sonnet-20241022-v2:0");
  expect(names).toEqual(expect.arrayContaining(["claude-3-5-sonnet-20241022", "claude-3-5-sonnet"]));
  expect(names.indexOf("claude-3-5-sonnet-20241022")).toBeLessThan(names.indexOf("claude-3-5-sonnet"));
});

test.each(["a/".repeat(500), "-v1:0".repeat(200), "@default".repeat(200), "1.1-1".repeat(300), "us.".repeat(300)])(
  "a hostile name has few: %s",
  (name) => expect(priceNames(name).length).toBeLessThanOrEqual(80),
);

const book = new PriceBook(DEFAULT_PRICES);
const listed = (model: string) => book.priceOf(model, "2026-11-20T00:00:00.000000Z")?.llm_id;

/** The forms in which providers, gateways and SDKs write a model, and the name under which its price is listed. */
const FORMS = {
  "claude-sonnet-4-20250514": [
    "us.anthropic.claude-sonnet-4-20250514-v1:0",
    "eu.anthropic.claude-sonnet-4-20250514-v1:0",
    "apac.anthropic.claude-sonnet-4-20250514-v1:0",
    "global.anthropic.claude-sonnet-4-20250514-v1:0",
    "us-gov.anthropic.claude-sonnet-4-20250514-v1:0",
    "bedrock/us-east-1/anthropic.claude-sonnet-4-20250514-v1:0",
    "bedrock/converse/us.anthropic.claude-sonnet-4-20250514-v1:0",
    "bedrock:us.anthropic.claude-sonnet-4-20250514-v1:0",
    "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-20250514-v1:0",
    "claude-sonnet-4@20250514",
    "vertex_ai/claude-sonnet-4@20250514",
    "projects/p/locations/us-east5/publishers/anthropic/models/claude-sonnet-4@20250514",
    "claude-sonnet-4-20250514[1m]",
    "anthropic:claude-sonnet-4-20250514",
  ],
  "claude-sonnet-4": [
    "anthropic/claude-sonnet-4",
    "openrouter/anthropic/claude-sonnet-4",
    "claude-sonnet-4@default",
    "claude-4-sonnet",
    "anthropic/claude-4-sonnet-20250522",
  ],
  "claude-opus-4-20250514": ["us.anthropic.claude-opus-4-20250514-v1:0", "claude-opus-4@20250514"],
  "claude-opus-4-1": ["anthropic/claude-opus-4.1", "claude-opus-4-1@20250805", "anthropic/claude-4.1-opus-20250805"],
  "claude-3-7-sonnet-20250219": ["us.anthropic.claude-3-7-sonnet-20250219-v1:0", "claude-3-7-sonnet@20250219"],
  "claude-3-7-sonnet": ["anthropic/claude-3.7-sonnet", "anthropic/claude-3.7-sonnet:thinking", "claude-3-7-sonnet"],
  "claude-3-5-sonnet-20241022": ["anthropic.claude-3-5-sonnet-20241022-v2:0", "claude-3-5-sonnet-v2@20241022"],
  "claude-3-5-sonnet-20240620": ["claude-3-5-sonnet@20240620", "anthropic.claude-3-5-sonnet-20240620-v1:0"],
  "claude-3-5-sonnet": ["anthropic/claude-3.5-sonnet", "anthropic/claude-3.5-sonnet:beta", "claude-3-5-sonnet-v2"],
  "claude-3-5-haiku": ["anthropic/claude-3.5-haiku", "us.anthropic.claude-3-5-haiku-20241022-v1:0"],
  "claude-3-haiku-20240307": [
    "bedrock/anthropic.claude-3-haiku-20240307-v1:0",
    "anthropic.claude-3-haiku-20240307-v1:0:200k",
    "claude-3-haiku@20240307",
  ],
  "claude-3-haiku": ["anthropic/claude-3-haiku"],
  "claude-3-opus": ["anthropic/claude-3-opus"],
  "claude-sonnet-4-5": [
    "anthropic/claude-sonnet-4.5",
    "github_copilot/claude-sonnet-4.5",
    "claude-4.5-sonnet",
    "anthropic/claude-4.5-sonnet-20250929",
    "claude-sonnet-4-5@20250929",
    "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "jp.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "claude-sonnet-4-5-20250929[1m]",
  ],
  "claude-haiku-4-5": ["openrouter/anthropic/claude-haiku-4.5", "claude-haiku-4-5-20251001"],
  "claude-opus-4-6": [
    "eu.anthropic.claude-opus-4-6-v1",
    "eu.anthropic.claude-opus-4-6-v1:0",
    "anthropic.claude-opus-4-6-v1",
    "anthropic/claude-opus-4.6",
    "claude-opus-4-6[1m]",
  ],
  "claude-sonnet-5": ["vertex_ai/claude-sonnet-5@default", "anthropic/claude-sonnet-5"],
  "claude-opus-5-5": ["anthropic/claude-opus-5.5"],
  "amazon.nova-lite-v1:0": [
    "us.amazon.nova-lite-v1:0",
    "apac.amazon.nova-lite-v1:0",
    "bedrock/us.amazon.nova-lite-v1:0",
    "amazon.nova-lite-v1:0:300k",
  ],
  "nova-lite": ["amazon/nova-lite-v1", "openrouter/amazon/nova-lite-v1"],
  "nova-pro": ["amazon/nova-pro-v1"],
  "gemini-2.0-flash": [
    "gemini-2.0-flash-001",
    "google/gemini-2.0-flash-001",
    "publishers/google/models/gemini-2.0-flash-001",
    "google-gla:gemini-2.0-flash",
    "gemini-2.0-flash@default",
  ],
  "gemini-2.0-flash-lite": ["gemini-2.0-flash-lite-001", "google/gemini-2.0-flash-lite-001"],
  "gemini-2.5-pro": ["vertex_ai/gemini-2.5-pro", "models/gemini-2.5-pro", "google_genai:gemini-2.5-pro"],
  "gemini-embedding-001": ["gemini/gemini-embedding-001"],
  "gpt-4o": ["azure/gpt-4o", "openrouter/openai/gpt-4o", "azure/global/gpt-4o", "azure_openai:gpt-4o"],
  "gpt-4o-2024-08-06": ["azure/gpt-4o-2024-08-06", "azure/global-standard/gpt-4o-2024-08-06"],
  "gpt-4o-2024-05-13": ["azure/gpt-4o-2024-05-13", "openai/gpt-4o-2024-05-13"],
  "gpt-4.1": ["gpt-4.1-2025-04-14", "azure/gpt-4.1-2025-04-14", "openai/gpt-4.1"],
  "gpt-3.5-turbo": ["azure/gpt-35-turbo"],
  "o4-mini": ["o4-mini-2025-04-16", "azure/o4-mini"],
  "text-embedding-3-small": ["azure/text-embedding-3-small", "openai/text-embedding-3-small"],
  "grok-4-1-fast-reasoning": ["xai/grok-4-1-fast-reasoning", "grok-4.1-fast-reasoning"],
  "kimi-k2.5": ["moonshotai/kimi-k2.5", "kimi-k2.5"],
  "mistral-large-2411": ["vertex_ai/mistral-large-2411@001", "mistral/mistral-large-2411"],
};

describe("the price is found under", () => {
  test.each(Object.entries(FORMS).flatMap(([name, forms]) => forms.map((form) => [name, form])))(
    "%s for %s",
    (name, form) => expect(listed(form)).toBe(name),
  );
});

test.each([
  "gpt-4o-audio-preview",
  "gpt-4o-realtime-preview-2024-12-17",
  "gpt-4o-search-preview",
  "gpt-4o-mini-tts",
  "gpt-4-0613",
  "gpt-4-32k",
  "gpt-4-1106-preview",
  "azure/gpt-35-turbo-16k",
  "gpt-3.5-turbo-0613",
  "gpt-5-search-api",
  "gpt-5.4-fast",
  "gpt-5-codex-mini",
  "o1-mini",
  "o1-preview",
  "o3-mini-high",
  "text-embedding-3",
  "text-embedding-004",
  "ft:gpt-4o-mini-2024-07-18:acme::id",
  "openai/ft:gpt-4o:acme::id",
  "gpt-4o-2024-08-06.ft-0123456789abcdef",
  "claude-opus-4-6-fast",
  "claude-sonnet-4.7",
  "claude-3.7-opus",
  "claude-3-5",
  "claude-v2:1",
  "claude-instant-v1",
  "us.anthropic.claude-v2:1",
  "anthropic.claude-instant-v1",
  "claude-haiku-4",
  "claude-haiku-5",
  "claude-opus",
  "anthropic/claude-3-haiku:free",
  "google/gemini-2.0-flash:free",
  "google/gemini-2.0-flash-exp:free",
  "gemini-2.0-flash-exp",
  "gemini-2.5-flash-image",
  "gemini-2.5-flash-lite-preview-09-2025",
  "gemini-2.5-pro-preview-tts",
  "gemini-2.5-flash-native-audio-preview",
  "gemini-3-pro",
  "gemini-2",
  "us.amazon.nova-canvas-v1:0",
  "amazon.nova-premier-v1:0",
  "openai/gpt-oss-120b",
  "openai.gpt-oss-120b-1:0",
  "openrouter/openai/gpt-oss-20b",
  "qwen/qwen3-32b",
  "grok-4-fast",
  "grok-3-fast",
  "grok-3-mini-fast",
  "kimi-k2",
  "glm-4",
  "deepseek.v3-v1:0",
  "deepseek-v4",
  "llama-3.3-70b",
  "mistral-large",
  "mistral.mistral-large-2402-v1:0",
  "cohere.command-r-v1:0",
  "command-r-plus",
  "sonar-reasoning",
])("%s has no price: those of its siblings differ", (model) => expect(listed(model)).toBeUndefined());

test("every listed name finds its own price", () => {
  for (const { llm_id } of DEFAULT_PRICES.filter(({ effective_date }) => effective_date < "2026-11-20"))
    expect(listed(llm_id)).toBe(llm_id);
});
