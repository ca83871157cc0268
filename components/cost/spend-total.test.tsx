// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import type { CallTotals } from "@/lib/contract/call-stats";

import { SpendTotal } from "./spend-total";

const of = (count: number, unpriced: number): CallTotals => ({ count, errors: 0, total_cost: {}, unpriced });

it.each([
  ["nothing has a price", [], [of(8, 8), of(4, 0)], ["Cost, 8 unpriced"], ["Unknown"]],
  ["a part has no price", [["USD", 0.5]], [of(1, 1), of(1, 0)], ["Cost, 1 call, 1 unpriced"], ["$0.500"]],
  ["everything has a price", [["USD", 0.5]], [of(1, 0)], ["Cost, 1 call"], ["$0.500"]],
  ["the price is zero", [["USD", 0]], [of(3, 0)], ["Cost, 3 calls"], ["$0"]],
  [
    "some calls have no cost: they failed without tokens, or repeat those of others",
    [["USD", 0.5]],
    [
      { ...of(9, 1), charged: 4 },
      { ...of(3, 0), charged: 3, costed: { USD: 2 } },
    ],
    ["Cost, 5 calls, 1 unpriced"],
    ["$0.500"],
  ],
  ["there are no calls", [], [], ["Cost, 0 calls"], ["$0"]],
  [
    "there are two currencies",
    [
      ["USD", 2],
      ["EUR", 1],
    ],
    [
      { ...of(5, 1), costed: { USD: 3, EUR: 2 } },
      { ...of(7, 0), costed: { EUR: 1 } },
    ],
    ["Cost in USD, 3 calls, 1 unpriced", "Cost in EUR, 3 calls"],
    ["$2.00", "€1.00"],
  ],
] as const)("when %s", (_when, amounts, models, terms, sums) => {
  renderPage(
    <dl>
      <SpendTotal amounts={amounts} models={models} />
    </dl>,
  );
  const textsOf = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
  expect([textsOf("term"), textsOf("definition")]).toEqual([terms, sums]);
});
