import type { CallTotals } from "@/lib/contract/call-stats";
import { MAIN_CURRENCY } from "@/lib/contract/currencies";
import { exactMoney, formatMoney } from "@/lib/format/money";
import { counted, formatCount } from "@/lib/format/number";

interface SpendTotalProps {
  /** The cost by currency; empty if no call has a price. */
  amounts: readonly (readonly [currency: string, amount: number])[];
  models: readonly CallTotals[];
}

/**
 * The cost of the calls of a range in each currency, with the number of calls that have a cost in it, as items of a `dl`;
 * unknown if none of the calls has a price.
 */
export function SpendTotal({ amounts, models }: SpendTotalProps) {
  const unpriced = models.reduce((sum, model) => sum + model.unpriced, 0);
  const unpricedWords = unpriced > 0 ? `, ${formatCount(unpriced)} unpriced` : "";
  if (amounts.length === 0 && unpriced > 0) return <Total term={`Cost${unpricedWords}`}>Unknown</Total>;
  const shown = amounts.length > 0 ? amounts : [[MAIN_CURRENCY, 0] as const];
  return shown.map(([currency, amount], place) => (
    <Total
      key={currency}
      // Unpriced calls have no currency, so they are named once.
      term={`Cost${shown.length > 1 ? ` in ${currency}` : ""}, ${callsIn(models, currency)}${place === 0 ? unpricedWords : ""}`}
      title={exactMoney(amount, currency)}
    >
      {formatMoney(amount, currency)}
    </Total>
  ));
}

/** A service that does not count calls by currency charges all that are not unpriced. */
function callsIn(models: readonly CallTotals[], currency: string): string {
  const calls = models.reduce(
    (sum, { costed, count, charged = count, unpriced }) =>
      sum + (costed ? (costed[currency] ?? 0) : charged - unpriced),
    0,
  );
  return counted(calls, "call");
}

function Total({ term, title, children }: { term: string; title?: string; children: string }) {
  return (
    <div>
      <dt className="text-meta text-muted">{term}</dt>
      <dd title={title} className="text-[28px]/9 font-semibold tabular-nums">
        {children}
      </dd>
    </div>
  );
}
