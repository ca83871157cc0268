import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the stand-in service received it. */
interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface TestService extends AsyncDisposable {
  baseUrl: string;
  /** Requests received, in order; added when the body is complete. */
  seen: SeenRequest[];
}

type Answer = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

/** An HTTP server on a free port that answers as the test defines; for tests only. */
export async function startTestService(answer: Answer): Promise<TestService> {
  const seen: SeenRequest[] = [];
  return listen(seen, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const got = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
    seen.push(got);
    await answer(response, got);
  });
}

/** As above, with the request as a stream. */
export async function startRawTestService(listener: RequestListener): Promise<TestService> {
  return listen([], listener);
}

/** An address where nothing listens. */
export async function deadAddress(): Promise<string> {
  await using service = await startTestService((response) => void response.end());
  return service.baseUrl;
}

async function listen(seen: SeenRequest[], listener: (...args: Parameters<RequestListener>) => void | Promise<void>) {
  // oxlint-disable-next-line typescript/no-misused-promises -- a failing listener fails its test by a broken response
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answerJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
