import {
  createLoader,
  createParser,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  type SearchParams,
} from "nuqs/server";

import { COST_FIELDS } from "@/lib/contract/cost-fields";
import { dayRanges } from "@/lib/format/day-ranges";
import type { PricesView } from "@/lib/queries/costs";

const parseAsSort = createParser<PricesView["sort"]>({
  parse: (text) => {
    const [name, direction] = text.split(".");
    const field = COST_FIELDS.find((option) => option === name);
    return field && (direction === "asc" || direction === "desc") ? { field, direction } : null;
  },
  serialize: ({ field, direction }) => `${field}.${direction}`,
  eq: (a, b) => a.field === b.field && a.direction === b.direction,
});

/** How the address has the view of the costs page. */
export const viewParams = {
  range: parseAsStringLiteral(dayRanges).withDefault("30d"),
  /** Text in the names of priced models. */
  q: parseAsString.withDefault(""),
  own: parseAsBoolean.withDefault(false),
  sort: parseAsSort.withDefault({ field: "llm_id", direction: "asc" }),
  /** The model whose price is applied to all tokens, for comparison. */
  as: parseAsString,
  /** The model whose price is being added; empty until it is named. */
  price: parseAsString,
};

/** The prices that the costs page first shows at an address. */
export function pricesAt(search: SearchParams): PricesView {
  const { q, own, sort } = createLoader(viewParams)(search);
  return { q, isOwnOnly: own, sort };
}
