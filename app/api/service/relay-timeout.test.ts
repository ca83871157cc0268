// In a separate file: the connections to a service use the clock at the time when the first of them was made.
import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { answerJson, startTestService } from "@/lib/client/test-service";
import { FIRST_TOKEN_MS } from "@/lib/contract/limits";
import { relay } from "./relay";

const HERE = "http://127.0.0.1:3000";
const PATH = "/v1/chat/completions/";

test("waits for a first byte as long as a service that tries two model servers", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let take = (_response: ServerResponse): void => undefined;
  const taken = new Promise<ServerResponse>((resolve) => (take = resolve));
  await using service = await startTestService((response) => take(response));
  const request = new Request(`${HERE}/api/service${PATH}`, {
    method: "POST",
    headers: { host: "127.0.0.1:3000", origin: HERE, "content-type": "application/json" },
    body: "{}",
  });
  const credentials = {
    service: {
      name: "Loupe",
      base_url: service.baseUrl,
      inference_base_url: service.baseUrl,
      public_url: service.baseUrl,
      user_name: false,
    },
    session: { serviceName: "Loupe", username: "ann", password: "p", token: "t" },
  };
  const relayed = relay(request, { path: PATH, credentials, url: undefined });
  const response = await taken;
  await vi.advanceTimersByTimeAsync(2 * FIRST_TOKEN_MS);
  answerJson(response, 200, {});
  expect((await relayed).status).toBe(200);
});
