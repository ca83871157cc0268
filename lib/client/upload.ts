import type { EndpointName } from "@/lib/contract/endpoints";
import { ApiError, isTransient } from "./api-error";
import { loadAnswers } from "./client";
import type { ConnectionGate } from "./connection-gate";
import type { SessionGate } from "./session-gate";

interface UploadOptions {
  /** Prefix of the endpoint's path. */
  baseUrl: string;
  session: SessionGate;
  connection: ConnectionGate;
}

export interface Upload {
  name: EndpointName;
  body: Blob;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Called with the number of bytes sent; restarts from 0 when the request is repeated. */
  onProgress: (sent: number) => void;
}

/**
 * Sends a large JSON body and reports its progress. Like other requests it waits for a new sign-in or for an
 * unavailable service, and is then sent again, so it must be idempotent. Every failure is an `ApiError`, except an
 * abort, which rejects with the signal's reason.
 */
export async function upload({ baseUrl, session, connection }: UploadOptions, sent: Upload): Promise<Response> {
  for (;;) {
    const { epoch } = session;
    const answer = await attempt(baseUrl, sent);
    if (!(answer instanceof ApiError)) {
      connection.answered();
      return answer;
    }
    if (isTransient(answer)) {
      await connection.wait(answer, sent.signal);
      continue;
    }
    connection.answered();
    if (answer.status !== 401) throw answer;
    await session.renewedSince(epoch, answer, sent.signal);
  }
}

async function attempt(baseUrl: string, sent: Upload): Promise<Response | ApiError> {
  const { endpointNamed, errorOfAnswer } = await loadAnswers();
  const endpoint = endpointNamed(sent.name);
  const answer = await post(endpoint.method, `${baseUrl}${endpoint.path}`, sent);
  return answer instanceof ApiError || answer.ok ? answer : await errorOfAnswer(answer, endpoint);
}

/** Only XMLHttpRequest reports upload progress. */
function post(method: string, address: string, { body, headers, signal, onProgress }: Upload) {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  signal.addEventListener("abort", stop);
  return new Promise<Response | ApiError>((resolve, reject) => {
    request.open(method, address);
    request.setRequestHeader("content-type", "application/json");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    request.addEventListener("load", () => resolve(answerOf(request)));
    request.addEventListener("error", () => resolve(new ApiError("unreachable", "The dashboard did not respond.")));
    request.addEventListener("abort", () => reject(signal.reason));
    request.send(body);
  }).finally(() => signal.removeEventListener("abort", stop));
}

function answerOf(request: XMLHttpRequest): Response {
  const names = ["content-type", "retry-after", "x-request-id"];
  const headers = names.flatMap((name) => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value] satisfies [string, string]];
  });
  return new Response(request.responseText, { status: request.status, headers });
}
