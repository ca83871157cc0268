import { expect, test } from "vitest";
import { CONNECTION_PRESETS, PROVIDERS, keyHeaderOf, providerOf, requestIdPlace } from "./connection-presets";
import { connectionsCreateRequest } from "./connections";
import { validate } from "./validate";

test("each provider has one preset, which a form can send as it is", () => {
  expect(CONNECTION_PRESETS.map(({ provider }) => provider)).toEqual(PROVIDERS);
  for (const { provider, base_url = "https://models.example.com/v1", key_header } of CONNECTION_PRESETS) {
    const sent = { name: provider, provider, base_url, key_header };
    expect(validate(connectionsCreateRequest, sent)).toEqual(sent);
    expect(keyHeaderOf(provider)).toBe(key_header);
  }
});

test("hosted providers are recognized by their preset's address", () => {
  const hosted = CONNECTION_PRESETS.flatMap(({ provider, base_url, host }) =>
    host && base_url ? [[provider, providerOf(base_url)]] : [],
  );
  expect(hosted).toEqual(["openai", "azure", "anthropic", "google", "openrouter"].map((name) => [name, name]));
});

test.each([
  ["https://eu.api.openai.com/v1", "openai", "header"],
  ["https://me.services.ai.azure.com/openai/v1", "azure", "header"],
  ["https://notopenai.com/v1", "other", "body"],
  ["https://openai.com.evil.example/v1", "other", "body"],
  ["https://api.mistral.ai/v1", "other", "header"],
  ["http://127.0.0.1:8000/v1", "other", "body"],
])("%s is of %s, and gets the id of a request in the %s", (base_url, provider, place) => {
  expect([providerOf(base_url), requestIdPlace(base_url)]).toEqual([provider, place]);
});
