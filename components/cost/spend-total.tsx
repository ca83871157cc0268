import type { CallTotals } from "@/lib/contract/call-stats";
import { exactMoney, formatMoney } from "@/lib/format/money";
import { counted, formatCount } from "@/lib/format/number";

interface SpendTotalProps {
  /** The cost by currency; empty if no call has a price. */
  amounts: readonly (readonly [currency: string, amount: number])[];
  models: readonly CallTotals[];
}

/** The cost of all calls of a range in each currency, as items of a `dl`; unknown if none of the calls has a price. */
export function SpendTotal({ amounts, models }: SpendTotalProps) {
  const calls = models.reduce((sum, { count }) => sum + count, 0);
  const unpriced = models.reduce((sum, model) => sum + model.unpriced, 0);
  // A service that does not count charged calls charges all of them.
  const repeated = models.reduce((sum, { count, charged = count }) => sum + count - charged, 0);
  const parts = [
    unpriced > 0 && `${formatCount(unpriced)} unpriced`,
    repeated > 0 && `${formatCount(repeated)} included in the cost of other calls`,
  ].filter(Boolean);
  const words = counted(calls, "call") + (parts.length > 0 ? ` (${parts.join(", ")})` : "");
  if (amounts.length === 0 && unpriced > 0) return <Total term={`Cost, ${words}`}>Unknown</Total>;
  const shown = amounts.length > 0 ? amounts : [["USD", 0] as const];
  return shown.map(([currency, amount]) => (
    <Total
      key={currency}
      term={`Cost${shown.length > 1 ? ` in ${currency}` : ""}, ${words}`}
      title={exactMoney(amount, currency)}
    >
      {formatMoney(amount, currency)}
    </Total>
  ));
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
