import type { AnswerError, AnswerView } from "@/lib/chat/answer";
import type { JsonText } from "@/lib/json/text";
import type { AnswerSource } from "@/lib/playground/answer-source";
import type { PrefixPart } from "@/lib/playground/prefix";

import type { Slot } from "./slot";

export interface RunFailure extends AnswerError {
  requestId?: string;
}

/** One request of a pane and its result. */
export interface PaneRun {
  /** Where it is shown. */
  slot: Slot;
  /** Who was asked, and how: what is shown of a run comes from here, never from what its pane has now. */
  source: AnswerSource;
  /** What the answer was made to begin with; the model's own words come after it. */
  prefix: readonly PrefixPart[];
  state: "running" | "done" | "stopped" | "failed";
  /** What was sent. */
  body: JsonText;
  answer: AnswerView;
  /** All fields of the answer, as JSON or as the server sent it. */
  raw: () => string;
  /** Milliseconds since 1970. */
  startedAt: number;
  firstTokenMs?: number;
  totalMs?: number;
  /** The call that the answer, or the refusal of one, is recorded as. */
  callId?: string;
  failure?: RunFailure;
}
