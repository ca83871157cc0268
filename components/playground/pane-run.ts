import type { AnswerError, AnswerView } from "@/lib/chat/answer";
import type { JsonText } from "@/lib/contract/json/text";

export interface RunFailure extends AnswerError {
  requestId?: string;
}

/** One request of a pane and what has come of it. */
export interface PaneRun {
  state: "running" | "done" | "stopped" | "failed";
  /** What was sent. */
  body: JsonText;
  answer: AnswerView;
  /** Every field of the answer, as JSON or as the server sent it. */
  raw: () => string;
  /** Milliseconds since 1970. */
  startedAt: number;
  firstTokenMs?: number;
  totalMs?: number;
  /** The call that the answer, or the refusal of one, is recorded as. */
  callId?: string;
  failure?: RunFailure;
}
