import type { Parameters } from "./parameters";

/** The condition that one of the project patterns covers the project, or the narrower pattern, in a column. */
export function coveredBy(patterns: readonly string[], column: string, parameters: Parameters): string {
  if (patterns.includes("*")) return "true";
  const prefixes = patterns.flatMap((pattern) => (pattern.endsWith("/*") ? [pattern.slice(0, -1)] : []));
  return `(${column} = any(${parameters.add(patterns, "text[]")})
    or exists (select from unnest(${parameters.add(prefixes, "text[]")}) as prefix where starts_with(${column}, prefix)))`;
}
