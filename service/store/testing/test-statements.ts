import pg from "pg";

/** For tests: records the text of every statement until it is stopped. */
export function recordStatements(): { statements: ReadonlySet<string>; stop: () => void } {
  const statements = new Set<string>();
  const prototype: { query: (...args: unknown[]) => unknown } = pg.Client.prototype;
  const { query } = prototype;
  prototype.query = function record(this: unknown, ...args: unknown[]) {
    const [statement] = args;
    if (typeof statement === "string") statements.add(statement);
    else if (typeof statement === "object" && statement !== null && "text" in statement)
      statements.add(String(statement.text));
    return query.apply(this, args);
  };
  return {
    statements,
    stop() {
      prototype.query = query;
    },
  };
}
