"use client";

import { useState } from "react";

import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { PROMPT_LIMITS } from "@/lib/contract/call-kinds";
import { formatCount } from "@/lib/format/number";

import {
  type DraftProblems,
  type DraftTier,
  draftTiers,
  hasTier,
  type PriceDraft,
  type TierField,
} from "./price-draft";

interface TierFieldsProps {
  draft: PriceDraft;
  problems: DraftProblems;
  onChange: (change: Partial<PriceDraft>) => void;
}

const tierWords: Record<DraftTier, string> = {
  long: "Prompts above",
  batch: "Batch",
  flex: "Flex",
  priority: "Priority",
};
const amounts = [
  { part: "Prompt", label: "Input" },
  { part: "Completion", label: "Output" },
  { part: "CacheRead", label: "Cache read" },
] as const;

/** The prices of long prompts and of service tiers, per million tokens; those that are left empty are not charged apart. */
export function TierFields({ draft, problems, onChange }: TierFieldsProps) {
  const [isOpen, setOpen] = useState(() => draftTiers.some((tier) => hasTier(draft, tier)));
  const wrong = draftTiers.flatMap((tier) =>
    amounts.flatMap(({ part, label }) => {
      const problem = problems[`${tier}${part}`];
      return problem ? [`${tierWords[tier]}, ${label.toLowerCase()}: ${problem}`] : [];
    }),
  );
  return (
    <details open={isOpen || wrong.length > 0} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit text-meta font-medium">Long prompts and service tiers (optional)</summary>
      <table className="mt-2 w-full border-separate border-spacing-x-2 border-spacing-y-1 text-meta">
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="font-normal">
              Per million tokens
            </th>
            {amounts.map(({ label }) => (
              <th key={label} scope="col" className="font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {draftTiers.map((tier) => (
            <tr key={tier}>
              <th scope="row" className="text-left font-normal whitespace-nowrap">
                {tierWords[tier]}{" "}
                {tier === "long" && (
                  <Select
                    aria-label="Tokens above which a prompt is long"
                    options={PROMPT_LIMITS.map((limit) => ({ value: String(limit), label: formatCount(limit) }))}
                    value={draft.longAbove}
                    onValueChange={(longAbove) => onChange({ longAbove })}
                  />
                )}
              </th>
              {amounts.map(({ part, label }) => {
                const field: TierField = `${tier}${part}`;
                return (
                  <td key={part}>
                    <Input
                      aria-label={`${tier === "long" ? "Long prompts" : tierWords[tier]}, ${label.toLowerCase()}`}
                      aria-invalid={problems[field] ? true : undefined}
                      inputMode="decimal"
                      autoComplete="off"
                      value={draft[field]}
                      onChange={(event) => onChange({ [field]: event.target.value })}
                      className="w-full min-w-0"
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {wrong.length > 0 && (
        <p role="alert" className="text-meta text-error">
          {wrong.join("; ")}
        </p>
      )}
      <p className="text-meta text-muted">
        A call has the price of the service tier that it reports, or of its prompt&apos;s length. Set both together with
        the API.
      </p>
    </details>
  );
}
