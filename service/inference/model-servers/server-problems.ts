import type { TestProblem } from "@/lib/contract/connections";
import { codeOf } from "@/lib/network/error-code";
import type { Upstream } from "@/service/inference/upstream";
import { errorMessageOf } from "@/service/inference/upstream-error";

/** What a server responded. */
export type Received = { status: number; text: string };

const OK = 200;
const REDIRECT = 300;
const ERROR = 400;
const KEY_STATUSES = [401, 403];
const NOT_FOUND = [404, 405];
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** Causes that depend on the address. */
const BY_CODE: Record<string, string> = {
  LOUPE_REFUSED_ADDRESS: "The address leads to a network that this service does not connect to",
  ENOTFOUND: "The host name does not exist; check the address",
  EAI_AGAIN: "The host name cannot be looked up at present; check the address, or the service's DNS",
  ECONNREFUSED: "Nothing listens at this address; check host and port, and whether the server is running",
  ECONNRESET: "The server closed the connection; check whether the address needs http:// or https://",
  UND_ERR_SOCKET: "The server closed the connection; check whether the address needs http:// or https://",
  EHOSTUNREACH: "The host cannot be reached from the service",
  ENETUNREACH: "The network of the host cannot be reached from the service",
  UND_ERR_CONNECT_TIMEOUT: "The host did not accept a connection in time; check the address, or a firewall in between",
  ETIMEDOUT: "The host did not accept a connection in time; check the address, or a firewall in between",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The server's certificate is self-signed; add it to NODE_EXTRA_CA_CERTS of the service",
  SELF_SIGNED_CERT_IN_CHAIN:
    "The server's certificate is from an unknown authority; add that to NODE_EXTRA_CA_CERTS of the service",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The server's certificate is from an unknown authority; add that to NODE_EXTRA_CA_CERTS of the service",
  CERT_HAS_EXPIRED: "The server's certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "The server's certificate is for another host name",
};
/** Of OpenSSL, if the server does not speak TLS. */
const NO_TLS = /^(?:EPROTO|ERR_SSL_)/;
/** Of undici's parser, if the server does not speak HTTP. */
const NO_HTTP = "HTTPParserError";

/** Why there was no response. */
export function reasonOfFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `The server did not respond within ${timeoutMs / 1000} s`;
  if (error instanceof Error && error.name === NO_HTTP)
    return "The server does not speak HTTP at this port; try https://";
  const code = codeOf(error) ?? "unknown error";
  const message =
    BY_CODE[code] ??
    (NO_TLS.test(code) ? "The server does not speak TLS at this port; try http://" : undefined) ??
    "The server did not respond";
  return `${message} (${code})`;
}

/** The same of a model server. */
export function problemOfFailure(error: unknown, upstream: Upstream, timeoutMs: number): TestProblem {
  return { message: upstream.withoutKey(reasonOfFailure(error, timeoutMs)), field: "base_url" };
}

/** Why a response is not the expected one. */
export function problemOfStatus(received: Received, upstream: Upstream, step: "list" | "answer"): TestProblem {
  const { status, text } = received;
  const { api_key } = upstream.config;
  // The text of an error is cut: it may have been in the middle of a key.
  const said = errorMessageOf(upstream.withoutKey(text));
  const because = said === undefined || status < ERROR ? "" : `: ${said}`;
  if (KEY_STATUSES.includes(status))
    return {
      message: `The server ${api_key === undefined ? "requires an API key" : "rejected the API key"} (${status})${because}`,
      field: "api_key",
    };
  if (status >= REDIRECT && status < ERROR)
    return { message: `The server redirects to another address (${status}), which is not followed`, field: "base_url" };
  if (NOT_FOUND.includes(status))
    return step === "list"
      ? {
          message: `There is no list of models at this address (${status}); it must be the part before /chat/completions, which often ends with /v1. If the server has no list, enter the IDs of its models`,
          field: "base_url",
        }
      : { message: `The model was not found (${status})${because}`, field: "model" };
  if (status === TOO_MANY) return { message: `The server has too many requests at present (429)${because}` };
  if (status >= SERVER_ERROR) return { message: `The server failed (${status})${because}` };
  if (status >= ERROR) return { message: `The server rejected the request (${status})${because}`, field: "model" };
  if (status !== OK) return { message: `The server responded with status ${status}`, field: "base_url" };
  return {
    message: `The server did not respond with ${step === "list" ? "a list of models" : "a chat completion"} of OpenAI's interface; check the address`,
    field: "base_url",
  };
}
