"use client";

import { createParser, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

import { COST_FIELDS } from "@/lib/contract/cost-fields";
import type { PricesView } from "@/lib/queries/costs";
import { dayRanges } from "@/lib/format/day-ranges";

const parseAsSort = createParser<PricesView["sort"]>({
  parse: (text) => {
    const [name, direction] = text.split(".");
    const field = COST_FIELDS.find((option) => option === name);
    return field && (direction === "asc" || direction === "desc") ? { field, direction } : null;
  },
  serialize: ({ field, direction }) => `${field}.${direction}`,
  eq: (a, b) => a.field === b.field && a.direction === b.direction,
});

const parsers = {
  range: parseAsStringLiteral(dayRanges).withDefault("30d"),
  /** Text in the names of priced models. */
  q: parseAsString.withDefault(""),
  own: parseAsBoolean.withDefault(false),
  sort: parseAsSort.withDefault({ field: "llm_id", direction: "asc" }),
  /** The model all tokens are priced as, for comparison. */
  as: parseAsString,
  /** The model that is about to be priced; empty for one that is yet to be named. */
  price: parseAsString,
};

/** The whole view of the costs page, kept in the URL. */
export function useCostsView() {
  return useQueryStates(parsers);
}
