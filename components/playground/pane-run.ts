import type { AnswerError, AnswerView } from "@/lib/chat/answer";
import type { JsonText } from "@/lib/json/text";
import type { AnswerSource } from "@/lib/playground/answer-source";
import type { PrefixPart } from "@/lib/playground/prefix";
import type { VariableValues } from "@/lib/playground/variables";

import type { Slot } from "./slot";

export interface RunFailure extends AnswerError {
  requestId?: string;
}

/** One request of a pane and its result. */
export interface PaneRun {
  /** Where it is shown. */
  slot: Slot;
  /** The model and parameters of the request, which are shown with the run instead of the pane's current ones. */
  source: AnswerSource;
  /** The given beginning of the answer; the model's own text follows it. */
  prefix: readonly PrefixPart[];
  /** The values that its messages were filled with; absent in runs that were stored without them. */
  variables?: VariableValues;
  state: "running" | "done" | "stopped" | "failed";
  body: JsonText;
  answer: AnswerView;
  /** All fields of the answer, as JSON or as the server sent it. */
  raw: () => string;
  /** Milliseconds since 1970. */
  startedAt: number;
  firstTokenMs?: number;
  totalMs?: number;
  /** The call that records the answer or the error. */
  callId?: string;
  failure?: RunFailure;
}
