/** Where a key is sent: as a Bearer token in `authorization`, or as it is in another header. */
export const KEY_HEADERS = ["authorization", "api-key", "x-api-key"] as const;
export type KeyHeader = (typeof KEY_HEADERS)[number];

/** The kinds of model servers that have a preset; `other` for any server with OpenAI's interface. */
export const PROVIDERS = [
  "openai",
  "azure",
  "anthropic",
  "google",
  "openrouter",
  "vllm",
  "ollama",
  "lm-studio",
  "llama.cpp",
  "other",
] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What a form is filled with for a provider. */
type ConnectionPreset = {
  provider: Provider;
  title: string;
  /** May have a part in capitals, which people replace; absent if there is no usual address. */
  base_url?: string;
  key_header: KeyHeader;
  /** Whether it answers without a key. */
  needsKey: boolean;
  hint: string;
  /** Its hosts. */
  host?: RegExp;
};

/** One for each provider, in the order in which they are offered. */
export const CONNECTION_PRESETS: readonly ConnectionPreset[] = [
  {
    provider: "openai",
    title: "OpenAI",
    base_url: "https://api.openai.com/v1",
    key_header: "authorization",
    needsKey: true,
    hint: "Create a key on the page API keys of your OpenAI project.",
    host: /(?:^|\.)openai\.com$/,
  },
  {
    provider: "azure",
    title: "Azure OpenAI",
    base_url: "https://YOUR-RESOURCE.openai.azure.com/openai/v1",
    key_header: "api-key",
    needsKey: true,
    hint: "Enter the names of your deployments as models, since the service lists models that are not deployed too. Key and endpoint are on the page Keys and Endpoint of the resource.",
    host: /(?:^|\.)azure\.com$/,
  },
  {
    provider: "anthropic",
    title: "Anthropic",
    base_url: "https://api.anthropic.com/v1",
    key_header: "authorization",
    needsKey: true,
    hint: "This is Anthropic's OpenAI-compatible endpoint. Enter the IDs of the models if they are not listed.",
    host: /(?:^|\.)anthropic\.com$/,
  },
  {
    provider: "google",
    title: "Google Gemini",
    base_url: "https://generativelanguage.googleapis.com/v1beta/openai",
    key_header: "authorization",
    needsKey: true,
    hint: "This is the OpenAI-compatible endpoint of the Gemini API. Create a key in Google AI Studio.",
    host: /(?:^|\.)googleapis\.com$/,
  },
  {
    provider: "openrouter",
    title: "OpenRouter",
    base_url: "https://openrouter.ai/api/v1",
    key_header: "authorization",
    needsKey: true,
    hint: "OpenRouter lists hundreds of models; enter those that should be offered.",
    host: /(?:^|\.)openrouter\.ai$/,
  },
  {
    provider: "vllm",
    title: "vLLM",
    base_url: "http://127.0.0.1:8000/v1",
    key_header: "authorization",
    needsKey: false,
    hint: "A key is needed only if the server was started with --api-key.",
  },
  {
    provider: "ollama",
    title: "Ollama",
    base_url: "http://127.0.0.1:11434/v1",
    key_header: "authorization",
    needsKey: false,
    hint: "Ollama on this machine is found without being added. On another machine, it must listen on its address (OLLAMA_HOST).",
  },
  {
    provider: "lm-studio",
    title: "LM Studio",
    base_url: "http://127.0.0.1:1234/v1",
    key_header: "authorization",
    needsKey: false,
    hint: "Start the server on LM Studio's page Developer.",
  },
  {
    provider: "llama.cpp",
    title: "llama.cpp",
    base_url: "http://127.0.0.1:8080/v1",
    key_header: "authorization",
    needsKey: false,
    hint: "A key is needed only if the server was started with --api-key.",
  },
  {
    provider: "other",
    title: "Other",
    key_header: "authorization",
    needsKey: false,
    hint: "Any server with OpenAI's interface. Enter the part of the address before /chat/completions.",
  },
];

/** The provider whose host an address has; `other` if none has it. */
export function providerOf(base_url: string): Provider {
  const { hostname } = new URL(base_url);
  return CONNECTION_PRESETS.find(({ host }) => host?.test(hostname))?.provider ?? "other";
}

/** The header in which a provider expects its key. */
export function keyHeaderOf(provider: Provider): KeyHeader {
  return CONNECTION_PRESETS.find((preset) => preset.provider === provider)?.key_header ?? "authorization";
}

const REQUEST_ID_HOST = /(?:^|\.)(?:openai\.com|azure\.com|mistral\.ai|groq\.com|googleapis\.com|anthropic\.com)$/;

/** Where a request's id is sent: hosts that reject fields outside their own interface get it in the header only. */
export function requestIdPlace(base_url: string): "body" | "header" {
  return REQUEST_ID_HOST.test(new URL(base_url).hostname) ? "header" : "body";
}
