import { LangfuseClient } from "@langfuse/client";
import { afterAll, beforeAll } from "vitest";
import { listen, type Listening } from "@/service/http/routes/test-servers";
import { ADMIN_KEY, useService } from "@/service/http/routes/test-service";

/** The project of the admin key. */
export const PROJECT = "local/default";

/** For tests: Langfuse's own SDK pointed at the service, and the native endpoints to check the result. */
export function useLangfuse() {
  const service = useService();
  const running: { api?: Listening; client?: LangfuseClient } = {};

  beforeAll(async () => {
    const app = service.app({ allowedHosts: ["127.0.0.1"] });
    running.api = await listen((request) => app.fetch(request));
    running.client = new LangfuseClient({ publicKey: "pk", secretKey: ADMIN_KEY, baseUrl: running.api.url });
  });
  afterAll(async () => {
    await running.client?.shutdown();
    await running.api?.close();
  });

  return {
    service,
    get url(): string {
      if (!running.api) throw new Error("The service is started before the first test");
      return running.api.url;
    },
    get client(): LangfuseClient {
      if (!running.client) throw new Error("The SDK is started before the first test");
      return running.client;
    },
    /** The response of a native endpoint about the SDK's project. */
    native: async (path: string, body: object) => (await service.post(path, { project_id: PROJECT, ...body })).json(),
    /** The status and the JSON of an answer to a request with the key as Basic password, as Langfuse's SDKs send it. */
    async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const authorization = `Basic ${Buffer.from(`pk:${ADMIN_KEY}`).toString("base64")}`;
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = { "content-type": "application/json" };
      const response = await service
        .app()
        .request(path, { method, headers: { authorization, ...type, ...headers }, ...sent });
      return { status: response.status, body: await response.json() };
    },
  };
}
