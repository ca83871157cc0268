import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "pino";
import { type ChatRequest, chatRequest } from "@/lib/contract/chat";
import { CALL_ID_HEADER, PROMPT_HEADER, RECORD_HEADER, ROW_HEADER, UPSTREAM_HEADER } from "@/lib/contract/chat-wire";
import { AppError } from "@/lib/contract/app-error";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { fromHeaderText } from "@/lib/contract/header-text";
import { OPEN_REQUEST_BYTES } from "@/lib/contract/limits";
import { readAnyRef, type Ref } from "@/lib/contract/refs";
import { isTableRow } from "@/lib/contract/table-refs";
import { invalidField, validate } from "@/lib/contract/validate";
import type { ServiceDeps } from "@/service/http/deps";
import { ChatRecording, RECORD_LEVELS, type RecordedCall, type RecordLevel } from "@/service/inference/chat-recording";
import type { ChatAnswer } from "@/service/inference/exchange";
import { readTraceParent } from "@/service/inference/trace-parent";
import type { ServiceContext } from "@/service/http/middleware/env";
import { readJsonText } from "@/service/http/middleware/json-body";
import { PLAIN_ID } from "@/service/http/middleware/request-id";
import { type ProjectOfCall, requireProject } from "./client-project";
import { streamParts } from "./json-lines";
import { newId } from "@/service/ingest/new-id";
import type { Route } from "./route";
import { requireTrainedAccess, trainedTarget } from "./trained-target";

const JSON_TYPE = "application/json";

function chatRoute<E extends Endpoint>(endpoint: E): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      const caller = requireProject(c, endpoint);
      const level = recordLevel(c, caller);
      const refs = readRefs(c);
      const { text, value } = await readJsonText(c, chatRequest);
      const request = validate(chatRequest, value);
      requireTrainedAccess(request.model, caller, endpoint);
      nameRequest(c, request.request_id);
      const recording = level === "off" ? undefined : record(c, deps, { caller, level, request, text, refs });
      const answer = await complete(c, deps, { request, text, caller, recording });
      // The request has been forwarded, so its body is not needed while the answer is streamed.
      c.get("bodyLease").keep(OPEN_REQUEST_BYTES);
      return answerWith(c, deps, recording?.recordAnswer(answer) ?? answer);
    },
  };
}

export const chatRoutes = {
  chatCompletions: chatRoute(endpoints.chatCompletions),
  chatCompletionsPlain: chatRoute(endpoints.chatCompletionsPlain),
};

/** As the header sets; without it, everything if the caller names the project, else only the usage. */
function recordLevel(c: ServiceContext, { isNamed }: ProjectOfCall): RecordLevel {
  const requested = c.req.header(RECORD_HEADER);
  if (requested === undefined) return isNamed ? "full" : "usage";
  const level = RECORD_LEVELS.find((one) => one === requested);
  if (level) return level;
  throw invalidField(RECORD_HEADER, `must be one of ${RECORD_LEVELS.join(", ")}`);
}

/** What the messages are made of. Throws `invalid` for refs of anything else. */
function readRefs(c: ServiceContext): Pick<RecordedCall, "promptRef" | "rowRef"> {
  return {
    promptRef: readRef(c, PROMPT_HEADER, (ref) => ref?.kind === "object", "a version of an object"),
    rowRef: readRef(c, ROW_HEADER, isTableRow, "a row of a table"),
  };
}

function readRef(
  c: ServiceContext,
  name: string,
  isOne: (ref: Ref | undefined) => boolean,
  what: string,
): string | undefined {
  const header = c.req.header(name);
  if (header === undefined) return undefined;
  const ref = fromHeaderText(header);
  if (isOne(readAnyRef(ref))) return ref;
  throw invalidField(name, `must be the ref of ${what}`);
}

/** Uses the id in the body as the id of the request, if it is valid. */
function nameRequest(c: ServiceContext, id: string | undefined): void {
  if (id === undefined || !PLAIN_ID.test(id)) return;
  c.set("requestId", id);
  c.header("x-request-id", id);
}

interface RecordedRequest {
  caller: ProjectOfCall;
  level: RecordLevel;
  request: ChatRequest;
  text: string;
  refs: Pick<RecordedCall, "promptRef" | "rowRef">;
}

function record(
  c: ServiceContext,
  deps: ServiceDeps,
  { caller, level, request, text, refs }: RecordedRequest,
): ChatRecording | undefined {
  const trace = readTraceParent(c.req.header("traceparent"));
  const startedAt = deps.clock();
  const recording = ChatRecording.begin(deps.recorder, {
    id: newId(startedAt),
    startedAt,
    project: caller.project,
    keyId: caller.identity.keyId,
    owner: caller.identity.owner,
    keepsPayloads: level === "full",
    request,
    text,
    requestId: c.get("requestId"),
    ...refs,
    trace,
  });
  if (recording) c.header(CALL_ID_HEADER, recording.id);
  return recording;
}

async function complete(
  c: ServiceContext,
  { inference, store }: ServiceDeps,
  {
    recording,
    caller,
    ...sent
  }: { request: ChatRequest; text: string; caller: ProjectOfCall; recording: ChatRecording | undefined },
): Promise<ChatAnswer> {
  const { signal } = c.req.raw;
  const send = async (what: typeof sent) =>
    inference.complete({ ...what, project: caller.project, requestId: c.get("requestId"), caller: signal });
  try {
    return await send(sent).catch(async (error: unknown) => {
      // A model that a server has by this name comes before a trained one.
      const target = isUnknownModel(error) ? await trainedTarget(store, sent, caller) : undefined;
      if (!target) throw error;
      return send(target);
    });
  } catch (error) {
    recording?.fail(
      signal.aborted ? "The client disconnected" : error instanceof Error ? error.message : String(error),
    );
    throw error;
  }
}

const isUnknownModel = (error: unknown) =>
  error instanceof AppError && (error.code === "not_found" || error.code === "bad_gateway");

async function answerWith(c: ServiceContext, { logger }: ServiceDeps, answer: ChatAnswer): Promise<Response> {
  c.header(UPSTREAM_HEADER, answer.upstream);
  switch (answer.kind) {
    case "whole":
      return c.body(answer.bytes, 200, { "content-type": JSON_TYPE });
    case "error":
      if (answer.retryAfter !== undefined) c.header("retry-after", answer.retryAfter);
      c.set("outcome", "upstream_error");
      // The status of an error, which always allows a body.
      return c.body(answer.body, answer.status as ContentfulStatusCode, { "content-type": JSON_TYPE });
    case "events":
      c.header("x-accel-buffering", "no");
      return streamAnswer(c, logger, answer, "text/event-stream");
    case "parts":
      return streamAnswer(c, logger, answer, JSON_TYPE);
  }
}

/** The request to the server is aborted when the reader's key is revoked. */
async function streamAnswer(
  c: ServiceContext,
  logger: Logger,
  { parts, cancel }: Extract<ChatAnswer, { cancel: unknown }>,
  contentType: string,
): Promise<Response> {
  c.get("revoked").signal.addEventListener("abort", cancel, { once: true });
  return streamParts(c, logger, contentType, () => parts);
}
