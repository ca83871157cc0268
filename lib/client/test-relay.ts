import { vi } from "vitest";

import { writeJson } from "@/lib/json/text";
import { RELAY_PATH } from "./browser-client";

type Json = object | readonly unknown[];
type Answer = Json | ((request: RelayedRequest) => Json | Promise<Json>);

/** A request as the stand-in got it. */
export interface RelayedRequest {
  /** Without the query. */
  path: string;
  body: string;
  signal: AbortSignal | undefined;
}

/**
 * For tests: stands in for the relay, and returns the requests made so far. It answers each path as given, a `Response`
 * unchanged and anything else as JSON; a path that is not given is an endpoint that the service does not have.
 */
export function standInRelay(answers: Readonly<Record<string, Answer>>): readonly RelayedRequest[] {
  const requests: RelayedRequest[] = [];
  vi.stubGlobal("fetch", async (address: string, { body = null, signal }: RequestInit = {}) => {
    const path = new URL(address, "http://page.test").pathname.slice(RELAY_PATH.length);
    const text = await new Response(body).text();
    const request = { path, body: text, signal: signal ?? undefined };
    requests.push(request);
    const answer = answers[path] ?? refusal("unknown_endpoint", `No endpoint ${path}`, { status: 404 });
    // The body of an answer that is given again and again is read again and again.
    const given = typeof answer === "function" ? await answer(request) : answer;
    if (!(given instanceof Response)) return new Response(writeJson(given));
    return given === answer ? given.clone() : given;
  });
  return requests;
}

/** For tests: an error as the service answers it. */
export function refusal(
  code: string,
  message: string,
  { status = 400, errors }: { status?: number; errors?: readonly { path: string; message: string }[] } = {},
): Response {
  return Response.json({ code, message, request_id: "r-1", ...(errors && { errors }) }, { status });
}

/** For tests: a response that is sent when the test decides. */
export function laterAnswer() {
  let give: (answer: Json) => void = () => {};
  const answer = new Promise<Json>((resolve) => (give = resolve));
  return { answer: () => answer, give };
}
