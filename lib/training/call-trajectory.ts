import type { CallRow } from "@/lib/contract/calls";
import { changeMembers } from "@/lib/json/change-members";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { turnsOfParts } from "@/lib/playground/import-message";
import { documentOfCall } from "@/lib/playground/import-call";
import { messageOfTurn } from "@/lib/playground/message";
import { readConversation } from "@/lib/trace/conversation";
import { CALL_LABELS } from "./call-labels";
import { hashText } from "./hash-text";

/** Columns of a call that a trajectory is built from. */
export const TRAJECTORY_COLUMNS = [
  "id",
  "op_name",
  "trace_id",
  "thread_id",
  "started_at",
  "ended_at",
  "exception",
  "inputs",
  "output",
] as const;

/** The reward of an answer that somebody corrected. */
const CORRECTED_REWARD = 1;

/**
 * A call as a trajectory without a reward: its input messages, its tools, its answer as the last message, its latency
 * and tokens, and its ref. Values in OpenAI's format are copied exactly. Returns a string with the reason if the call
 * cannot be converted. With a corrected output, that is the answer, and the reward is 1.
 */
export function trajectoryOfCall(projectId: string, call: CallRow, corrected?: JsonText): JsonText | string {
  if (call.output === undefined && !corrected) return call.ended_at ? "has no output" : "has not ended";
  const given = documentOfCall({ inputs: call.inputs });
  if (!given) return "is not a chat: no messages were found in its inputs";
  const { turns, panes } = given.document;
  const messages = turns.map((turn) => messageOfTurn(turn).json);
  const answer = corrected
    ? correctedAnswer(call.inputs, corrected)
    : call.output && answerOf(call.inputs, call.output);
  if (answer === undefined) return "is not a chat: no answer was found in its output";
  const tools = panes[0]?.parameters.tools;
  const { overview } = call;
  const metrics = {
    latency_ms: overview?.latency_ms,
    prompt_tokens: overview?.usage?.prompt_tokens,
    completion_tokens: overview?.usage?.completion_tokens,
  };
  const metadata = {
    call_refs: [callRef(projectId, call.id)],
    op_name: call.op_name,
    model: overview?.model,
    [CALL_LABELS.trace]: call.trace_id,
    [CALL_LABELS.thread]: call.thread_id,
    [CALL_LABELS.input]: hashText(messages.join()),
  };
  return new JsonText(
    writeJson({
      messages_and_choices: [...messages, answer].map((json) => new JsonText(json)),
      ...(corrected ? { reward: CORRECTED_REWARD } : {}),
      ...(tools === undefined ? {} : { tools: new JsonText(tools) }),
      // The time and the tokens are those of the original answer.
      ...(corrected ? {} : { metrics }),
      metadata,
      start_time: call.started_at,
    }),
  );
}

/** A text is the content of the answer; anything else is read like an output. */
function correctedAnswer(inputs: JsonText | undefined, corrected: JsonText): string | undefined {
  const content = JsonNode.parse(corrected).string();
  return content === undefined ? answerOf(inputs, corrected) : writeJson({ role: "assistant", content });
}

/** vLLM names the tokens of the prompt beside the choices; a trainer needs them, too. */
function withPromptIds(choice: JsonNode, output: JsonText): string {
  const ids = JsonNode.parse(output).get("prompt_token_ids");
  if (ids?.kind !== "array" || choice.get("prompt_token_ids")?.kind === "array") return choice.raw;
  return changeMembers(new JsonText(choice.raw), new Map([["prompt_token_ids", ids.raw]])).text;
}

/** The first answer: the choice itself if it has log-probabilities, which a trainer can use; else its message. */
function answerOf(inputs: JsonText | undefined, output: JsonText): string | undefined {
  const choice = JsonNode.parse(output).at(["choices", 0]);
  const message = choice?.get("message");
  if (choice && message?.get("role")?.kind === "string")
    return choice.get("logprobs")?.kind === "object" ? withPromptIds(choice, output) : message.raw;
  const [first] = readConversation(inputs, output)?.output ?? [];
  const [turn] = first ? turnsOfParts(first) : [];
  return turn && messageOfTurn(turn).json;
}
