import type { ContentfulStatusCode } from "hono/utils/http-status";
import { chatRequest } from "@/lib/contract/chat";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { validate } from "@/lib/contract/validate";
import type { ServiceDeps } from "@/service/deps";
import type { ChatAnswer } from "@/service/inference/exchange";
import type { ServiceContext } from "@/service/middleware/env";
import { readJsonText } from "@/service/middleware/json-body";
import { requireProject } from "./client-project";
import { streamParts } from "./json-lines";
import type { Route } from "./route";

const JSON_TYPE = "application/json";
/** What a request may be named in a header. */
const PLAIN_ID = /^[A-Za-z0-9._-]{1,64}$/;

function chatRoute<E extends Endpoint>(endpoint: E): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      requireProject(c, endpoint);
      const { text, value } = await readJsonText(c, chatRequest);
      const request = validate(chatRequest, value);
      nameRequest(c, request.request_id);
      const signal = AbortSignal.any([c.req.raw.signal, c.get("revoked")]);
      const answer = await deps.inference.complete({ request, text, requestId: c.get("requestId"), signal });
      return answerWith(c, deps, answer);
    },
  };
}

export const chatRoutes = {
  chatCompletions: chatRoute(endpoints.chatCompletions),
  chatCompletionsPlain: chatRoute(endpoints.chatCompletionsPlain),
};

/** The id in the body names the request here too, where it is a plain one. */
function nameRequest(c: ServiceContext, id: string | undefined): void {
  if (id === undefined || !PLAIN_ID.test(id)) return;
  c.set("requestId", id);
  c.header("x-request-id", id);
}

async function answerWith(c: ServiceContext, { logger }: ServiceDeps, answer: ChatAnswer): Promise<Response> {
  switch (answer.kind) {
    case "whole":
      return c.body(answer.bytes, 200, { "content-type": JSON_TYPE });
    case "error":
      if (answer.retryAfter !== undefined) c.header("retry-after", answer.retryAfter);
      c.set("outcome", "upstream_error");
      // A server's status of an error, which always has a body.
      return c.body(answer.body, answer.status as ContentfulStatusCode, { "content-type": JSON_TYPE });
    case "events":
      c.header("x-accel-buffering", "no");
      return streamParts(c, logger, "text/event-stream", () => answer.parts);
    case "parts":
      return streamParts(c, logger, JSON_TYPE, () => answer.parts);
  }
}
