import { type IncomingHttpHeaders, request } from "node:http";
import { request as requestWithTls } from "node:https";

/** A response as received, redirects not followed. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request with the exact path, which browsers and `fetch` would normalize. */
export async function askRaw(
  origin: string,
  path: string,
  { method = "GET", headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port, protocol } = new URL(origin);
  const ask = protocol === "https:" ? requestWithTls : request;
  return new Promise((resolve, reject) => {
    // The certificate is for the address, whatever Host is.
    const asked = ask({ hostname, port, path, method, headers, agent: false, servername: "" }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    asked.on("error", reject).end(body);
  });
}
