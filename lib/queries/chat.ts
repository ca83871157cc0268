import { queryOptions } from "@tanstack/react-query";
import { browserClient, RELAY_PATH, sessionGate } from "@/lib/client/browser-client";
import { isNotFound } from "@/lib/client/api-error";
import { type Client, createClient } from "@/lib/client/client";
import type { CallCost } from "@/lib/contract/call-costs";
import type { StatedCost } from "@/lib/contract/calls";
import { CALL_ID_HEADER, PROMPT_HEADER, ROW_HEADER, UPSTREAM_HEADER } from "@/lib/contract/chat-wire";
import { toHeaderText } from "@/lib/contract/header-text";
import type { JsonText } from "@/lib/json/text";

/** Answers are recorded asynchronously: how often, and at what interval (milliseconds), the call is looked up. */
const RECORDED_ATTEMPTS = 8;
const RECORDED_RETRY_MS = 700;

export interface OpenAnswer {
  answer: Response;
  /** The call that this answer is recorded as. */
  callId: string | undefined;
  /** The model server that gave it, if the service reports it. */
  server: string | undefined;
}

interface ChatSender {
  projectId: string;
  /** The version of a prompt that the messages are from, which is recorded with the answer. */
  promptRef?: string | undefined;
  /** The row that filled the variables, which is recorded with it too. */
  rowRef?: string | undefined;
  signal: AbortSignal;
}

/**
 * Sends a chat request as text, so that a 64-bit seed keeps its digits; the response may still be streaming. An expired
 * session is renewed in place and the request then sent. Any other failure is an `ApiError` with the invalid field; it
 * is never retried automatically, because requests cost money.
 */
export async function openChat(
  body: JsonText,
  { projectId, promptRef, rowRef, signal }: ChatSender,
): Promise<OpenAnswer> {
  const client = createClient({
    baseUrl: RELAY_PATH,
    headers: {
      "client-project": toHeaderText(projectId),
      ...(promptRef !== undefined && { [PROMPT_HEADER]: toHeaderText(promptRef) }),
      ...(rowRef !== undefined && { [ROW_HEADER]: toHeaderText(rowRef) }),
    },
    session: sessionGate,
  });
  const answer = await client.open("chatCompletions", body, { signal });
  const headerOf = (header: string) => answer.headers.get(header) ?? undefined;
  return { answer, callId: headerOf(CALL_ID_HEADER), server: headerOf(UPSTREAM_HEADER) };
}

/** The start of the recorded call has been written, and its end has not. */
class UnendedCall extends Error {}

/** The costs of a recorded answer: of each model at its price, and what the model server states if that counts. */
export interface RecordedCosts {
  models: CallCost[];
  stated?: StatedCost;
}

/** The costs of the recorded call of an answer, looked up until the end of the call has been written. */
export function recordedCosts(projectId: string, id: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "recorded", { projectId, id }] as const,
    queryFn: async ({ signal }): Promise<RecordedCosts> => {
      const body = { project_id: projectId, id, include_costs: true };
      const { summary, ended_at: endedAt, overview } = (await client.request("callRead", body, { signal })).call;
      if (!endedAt) throw new UnendedCall();
      const { readCosts } = await import("@/lib/trace/read-costs");
      const stated = overview?.stated_cost?.use === "counted" ? overview.stated_cost : undefined;
      return { models: Object.values((summary && readCosts(summary)) ?? {}), stated };
    },
    retry: (failures, error) => failures < RECORDED_ATTEMPTS && (isNotFound(error) || error instanceof UnendedCall),
    retryDelay: RECORDED_RETRY_MS,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
