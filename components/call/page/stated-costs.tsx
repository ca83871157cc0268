import { differenceOf } from "@/lib/format/cost-difference";
import { statedBy } from "@/lib/format/stated-cost";
import { exactDecimals, exactMoney } from "@/lib/format/money";
import { formatPercent } from "@/lib/format/number";
import type { StatedCost } from "@/lib/contract/calls";
import type { RolledCost } from "@/lib/trace/cost";

const notUsed: Record<Exclude<StatedCost["use"], "counted">, string> = {
  repeated: "Not counted: this cost is included in what other calls report.",
  unused: "Not counted: this project uses prices only. Change this under Costs.",
};

/** What clients report, by source, compared with the calculated cost. */
export function StatedCosts({ amounts, stated }: Pick<RolledCost, "amounts" | "stated">) {
  if (!stated) return undefined;
  const sources = Object.entries(stated.bySource);
  const priced = Object.entries(stated.atPrices);
  const difference = differenceOf(amounts, stated.atPrices);
  const decimals = exactDecimals([...sources, ...priced].map(([, amount]) => amount));
  return (
    <section aria-label="Reported cost">
      <table className="w-full text-meta leading-6 tabular-nums">
        <tbody>
          {sources.map(([source, amount]) => (
            <tr key={source}>
              <th scope="row" className="text-left font-normal" title={source}>
                Reported by {statedBy(source)}
              </th>
              <td className="text-right">{exactMoney(amount, "USD", decimals)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" className="text-left font-normal">
              Calculated from prices
            </th>
            <td className="text-right">
              {priced.length > 0 ? (
                priced.map(([unit, amount]) => exactMoney(amount, unit, decimals)).join(" + ")
              ) : (
                <span className="text-muted">no price</span>
              )}
            </td>
          </tr>
          {difference && (
            <tr className="border-t border-line">
              <th scope="row" className="text-left font-normal">
                Difference
              </th>
              <td className="text-right">
                {difference.amount > 0 && "+"}
                {exactMoney(difference.amount, "USD", decimals)}
                {difference.share !== undefined && ` (${formatPercent(difference.share)})`}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** What this call states itself, where it is not what its cost is. */
export function UncountedCost({ stated }: { stated: StatedCost | undefined }) {
  if (!stated || stated.use === "counted") return undefined;
  return (
    <p className="text-muted">
      This call has a cost of {exactMoney(stated.total, "USD")}, reported by {statedBy(stated.source)} (
      <code>{stated.source}</code>). {notUsed[stated.use]}
    </p>
  );
}
