const USUAL = ["stop", "tool_calls", "tool-calls", "tool_use", "end_turn", "function_call", "stop_sequence"];

/** Whether a model finished its answer; one that was truncated or filtered must be visible as such. */
export function isUsualFinish(finishReason: string): boolean {
  return USUAL.includes(finishReason);
}
