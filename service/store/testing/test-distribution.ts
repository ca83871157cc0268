const WORDS_AFTER_A_TABLE =
  /^(where|set|on|join|cross|left|right|inner|lateral|order|group|limit|for|using|select|values|as|returning|union|offset|with)$/i;

/**
 * For tests: why a statement could not run if the tenant tables were distributed by `project_id`. Each table in it must
 * be limited to a project (`alias.project_id` in a condition), and each upsert must find its row by it.
 */
export function distributionFaults(statement: string, tenantTables: readonly string[]): string[] {
  const sql = statement.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ");
  const faults: string[] = [];
  for (const { table, alias, how } of tablesIn(sql, tenantTables)) {
    const isLimited = how === "into" ? insertsProject(sql, table) : isHeld(sql, alias);
    if (!isLimited) faults.push(`${table} as ${alias || "itself"} is not limited to a project`);
  }
  for (const [, target = ""] of sql.matchAll(/on conflict \(([^)]*)\)/gi))
    if (!target.startsWith("project_id")) faults.push(`on conflict (${target}) does not begin with project_id`);
  return faults;
}

function tablesIn(sql: string, tenantTables: readonly string[]) {
  const pattern = new RegExp(
    `\\b(from|join|update|into|using) (${tenantTables.join("|")})\\b(?: as)?(?: (\\w+))?`,
    "gi",
  );
  return [...sql.matchAll(pattern)].map(([, how = "", table = "", word = ""]) => ({
    how: how.toLowerCase(),
    table,
    alias: WORDS_AFTER_A_TABLE.test(word) ? "" : word,
  }));
}

function insertsProject(sql: string, table: string): boolean {
  return new RegExp(`into ${table}(?: as \\w+)? \\(project_id\\b`, "i").test(sql);
}

/** Equated with something in one condition: `=` on either side, or a row comparison that begins with it. */
function isHeld(sql: string, alias: string): boolean {
  const column = alias ? `${alias}\\.project_id` : "(?<!\\.)project_id";
  return new RegExp(`${column} = |= ${column}\\b|\\(${column}, [^)]*\\) in `, "i").test(sql);
}
