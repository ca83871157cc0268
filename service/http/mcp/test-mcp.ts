import { Client, StreamableHTTPClientTransport, type VersionNegotiationOptions } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { ServiceDeps } from "@/service/http/deps";
import { ADMIN_KEY, type TestService } from "@/service/http/routes/test-service";
import { type Serving, startServing } from "@/service/http/serving";

interface Connecting {
  key?: string;
  headers?: Record<string, string>;
  /** Added to the address, such as `?project=a/b`. */
  query?: string;
  negotiation?: VersionNegotiationOptions;
}

/** For tests: the result of a tool call as its text. */
export interface ToolText {
  text: string;
  isError: boolean;
}

/** For tests: a service that listens at an address, until the test has ended. */
export async function serve(service: TestService, overrides: Partial<ServiceDeps> = {}): Promise<Serving> {
  const app = service.app({ allowedHosts: ["127.0.0.1"], clock: () => new Date(), ...overrides });
  const serving = await startServing(app.fetch, "127.0.0.1", 0);
  onTestFinished(() => serving.stop(0));
  return serving;
}

/** For tests: the official client, connected to a service with a key, the admin key by default. */
export async function connect({ port }: Pick<Serving, "port">, options: Connecting = {}): Promise<Client> {
  const { key = ADMIN_KEY, headers = {}, query = "", negotiation = { mode: "auto" } } = options;
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: negotiation });
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp${query}`), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** For tests: calls a tool. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<ToolText> {
  const { content, isError = false } = await client.callTool({ name, arguments: args }, signal ? { signal } : {});
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return { text, isError };
}

/** For tests: the text of a tool's answer, which must not be an error. */
export async function answerOf(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { text, isError } = await callTool(client, name, args);
  if (isError) throw new Error(`${name}: ${text}`);
  return text;
}
