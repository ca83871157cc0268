/** A start that cannot go on: the message is one line for the person who started it, and says what to change. */
export class StartError extends Error {
  override readonly name = "StartError";
}
