/** Only name, message and stack: other fields of a database error may contain values that a caller sent. */
export function describe(thrown: unknown): { name: string; message: string; stack?: string } {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: String(thrown) };
  return { name: thrown.name, message: thrown.message, stack: thrown.stack };
}
