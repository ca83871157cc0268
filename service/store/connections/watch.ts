/** A statement that begins, without its values. */
type WatchedStatement = {
  /** Its first word: `select`. */
  operation: string;
  /** Its name, if it has one. */
  name?: string;
  /** The method of the store that runs it. */
  method?: string;
};

/** Is told what the store does; nothing about values. */
export type WatchDatabase = {
  /** A statement begins; what this returns is called when it has ended, with its error if it failed. */
  statement(statement: WatchedStatement): (error?: unknown) => void;
  /** A connection of a pool was waited for since then, by `performance.now()`. */
  waited(pool: string, since: number): void;
};

/** The first word of a statement. */
export function operationOf(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? "";
}
