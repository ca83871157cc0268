/** Aborts the start of Loupe: the message is one line for the person who started it, and names what to change. */
export class StartError extends Error {
  override readonly name = "StartError";
}
