import { createLoader, parseAsString, parseAsStringLiteral, type SearchParams } from "nuqs/server";

/** Which tables are listed. */
export const kinds = [
  { value: "named", label: "Datasets" },
  { value: "all", label: "All stored tables" },
] as const;

/** How the address has the view of the list of tables. */
export const viewParams = {
  show: parseAsStringLiteral(kinds.map(({ value }) => value)).withDefault("named"),
  q: parseAsString.withDefault(""),
};

/** The view of the list of tables at an address. */
export function tablesViewAt(search: SearchParams): { isNamed: boolean; q: string } {
  const { show, q } = createLoader(viewParams)(search);
  return { isNamed: show === "named", q };
}
