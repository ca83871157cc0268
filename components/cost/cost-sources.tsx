import type { CallTotals } from "@/lib/contract/call-stats";
import Big from "big.js";
import { sumByCurrency, sumCosts } from "@/lib/cost/sum-costs";
import { type Amounts, amountsDecimals, exactAmounts, formatAmounts } from "@/lib/format/money";
import { formatPercent } from "@/lib/format/number";
import { differenceOf } from "@/lib/format/cost-difference";
import { statedBy } from "@/lib/format/stated-cost";

/** The total by source: what clients report, what is calculated for the rest, and what would be calculated for all. */
export function CostSources({ models }: { models: readonly CallTotals[] }) {
  const total = sumCosts(models);
  const stated = sumCosts(models.map(({ stated_costs }) => ({ total_cost: stated_costs })));
  const sources = Object.entries(stated);
  if (sources.length === 0) return undefined;
  const atPrices = sumCosts(models.map(({ priced_cost, total_cost }) => ({ total_cost: priced_cost ?? total_cost })));
  const rest = sumByCurrency([
    ...Object.entries(total).map(([unit, amount]): [string, Big] => [unit, new Big(amount)]),
    ...sources.map(([, amount]): [string, Big] => ["USD", new Big(0).minus(amount)]),
  ]);
  const decimals = amountsDecimals([stated, rest, atPrices]);
  const difference = differenceOf(total, atPrices);
  return (
    <section aria-label="Cost by source" className="px-4 pt-3">
      <table className="text-meta tabular-nums">
        <tbody>
          {sources.map(([source, amount]) => (
            <Line key={source} title={source} amounts={{ USD: amount }} decimals={decimals}>
              Reported by {statedBy(source)}
            </Line>
          ))}
          <Line amounts={rest} decimals={decimals}>
            Calculated from prices
          </Line>
          <Line
            amounts={atPrices}
            decimals={decimals}
            note={
              difference?.share !== undefined &&
              `the cost above is ${formatPercent(Math.abs(difference.share))} ${difference.share < 0 ? "less" : "more"}`
            }
          >
            All calls, if calculated from prices
          </Line>
        </tbody>
      </table>
    </section>
  );
}

interface LineProps {
  amounts: Amounts;
  decimals: number;
  note?: string | false;
  title?: string;
  children: React.ReactNode;
}

function Line({ amounts, decimals, note, title, children }: LineProps) {
  return (
    <tr>
      <th scope="row" title={title} className="py-0.5 pr-6 text-left font-normal">
        {children}
      </th>
      <td className="text-right" title={exactAmounts(amounts)}>
        {formatAmounts(amounts, decimals)}
      </td>
      <td className="pl-3 text-muted max-sm:hidden">{note}</td>
    </tr>
  );
}
