import { PersonName } from "@/components/pickers/person-name";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { AgreementWithOthers } from "@/lib/feedback/agreement";
import { counted, formatPercent } from "@/lib/format/number";

import type { Agreement } from "./agreement-rows";

interface AgreementByPersonProps {
  agreements: readonly Agreement[];
  owner: string;
}

/** How often each person gave the same answers as the others, question by question; nothing if nobody can be compared. */
export function AgreementByPerson({ agreements, owner }: AgreementByPersonProps) {
  const compared = agreements.filter(({ shared }) => shared > 0);
  const people = [...new Set(compared.flatMap((one) => one.people))].toSorted();
  if (compared.length === 0) return null;
  return (
    <ScrollRegion label="Agreement by person" className="max-h-40 overflow-auto">
      <table className="text-meta tabular-nums">
        <caption className="pb-1 text-left text-muted">Agreement with the others, by person</caption>
        <thead className="text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-1 pr-4 text-left font-normal">
              Person
            </th>
            {compared.map(({ spec }) => (
              <th
                key={spec.id}
                scope="col"
                className="max-w-40 truncate px-2 py-1 text-right font-normal"
                title={spec.name}
              >
                <bdi>{spec.name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((who) => (
            <tr key={who} className="border-b border-line">
              <th scope="row" className="max-w-48 truncate py-1 pr-4 text-left font-normal" title={who}>
                <PersonName owner={who} isYou={who === owner} />
              </th>
              {compared.map(({ spec, byPerson }) => (
                <td key={spec.id} className="px-2 py-1 text-right whitespace-nowrap">
                  <Share agreement={byPerson.get(who)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Share({ agreement }: { agreement: AgreementWithOthers | undefined }) {
  if (agreement?.share === undefined) return <span className="text-faint">—</span>;
  return (
    <>
      {formatPercent(agreement.share)} <span className="text-muted">on {counted(agreement.units, "call")}</span>
    </>
  );
}
