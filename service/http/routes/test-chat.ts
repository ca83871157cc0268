import { onTestFinished } from "vitest";
import { createApp } from "@/service/http/app";
import { type InferenceOptions, openInference } from "@/service/inference/gateway";
import { MODEL, type TestUpstream } from "@/service/inference/test-upstream";
import { type TestService, postOf } from "./test-service";

/** For tests: a request for a completion, with more fields. */
export const chatOf = (more: object = {}) => ({
  model: MODEL,
  messages: [{ role: "user", content: "Hello?" }],
  ...more,
});

/** The service in front of these model servers, until the test ends. */
export function appWith(
  service: TestService,
  upstreams: readonly TestUpstream[],
  {
    timeouts,
    count,
    stored,
    ...overrides
  }: Pick<InferenceOptions, "timeouts" | "count" | "stored"> & Parameters<TestService["app"]>[0] = {},
): ReturnType<typeof createApp> {
  const inference = openInference({ upstreams: upstreams.map(({ config }) => config), timeouts, count, stored });
  onTestFinished(() => inference.close());
  return service.app({ inference, ...overrides });
}

export type Asked = { path?: string; headers?: Record<string, string | undefined>; signal?: AbortSignal };

/** Requests a completion; a text is sent unchanged. */
export async function ask(
  app: ReturnType<typeof createApp>,
  body: unknown = chatOf(),
  { path = "/v1/chat/completions/", headers, signal }: Asked = {},
): Promise<Response> {
  return app.request(path, { ...postOf(body, headers), ...(signal && { signal }) });
}
