import type { Inference } from "@/service/inference/gateway";

export const FAKE_MODEL = "fake-1";

/** For tests: one model that always answers "Hello.", without a server. */
export const fakeInference: Inference = {
  listModels: async () => [{ id: FAKE_MODEL, object: "model", created: 0, owned_by: "fake", root: FAKE_MODEL }],
  missingModel: async () => undefined,
  complete: async () => ({ upstream: "fake", kind: "whole", bytes: new TextEncoder().encode(ANSWER) }),
  servers: () => [],
  close: async () => {},
};

const ANSWER = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_795_000_000,
  model: FAKE_MODEL,
  choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
});
