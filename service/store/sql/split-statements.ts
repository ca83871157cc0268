/** What a semicolon may be part of without ending a statement; otherwise a word or one character. */
const PIECES =
  /(?<blank>\s+|--.*|\/\*[^]*?\*\/)|e'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?<tag>(?:[a-z_]\w*)?)\$[^]*?\$\k<tag>\$|[a-z_][\w$]*|[^]/gi;

/**
 * The statements of an SQL file, in order, each without its semicolon. Understands comments, quoted text and names, and
 * bodies of functions in dollar quotes; not comments within comments, nor bodies in `begin atomic`.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = "";
  let isBlank = true;
  const end = () => {
    if (!isBlank) statements.push(statement.trim());
    statement = "";
    isBlank = true;
  };
  for (const { 0: piece, groups } of sql.matchAll(PIECES)) {
    if (piece === ";") {
      end();
      continue;
    }
    statement += piece;
    isBlank &&= groups?.blank !== undefined;
  }
  end();
  return statements;
}
