"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { PROMPT_LIMITS, SERVICE_TIERS } from "@/lib/contract/call-kinds";
import { PRICE_TIERS } from "@/lib/contract/limits";
import { formatCount } from "@/lib/format/number";

import { AMOUNT_NAMES, newTier, type TierDraft, tierProblems } from "./tier-draft";

interface TierFieldsProps {
  tiers: readonly TierDraft[];
  /** Whether errors are shown: the form was submitted. */
  isTried: boolean;
  onChange: (tiers: readonly TierDraft[]) => void;
}

const LABELS: Record<keyof TierDraft, string> = {
  service: "Service tier",
  above: "Prompt length",
  prompt: "Input",
  completion: "Output",
  cacheRead: "Cache read",
  cacheWrite: "Cache write",
  cacheWrite1h: "Cache write for an hour",
};
const serviceOptions = [
  { value: "", label: "Any tier" },
  ...SERVICE_TIERS.map((tier) => ({ value: tier, label: tier })),
];
const lengthOptions = [
  { value: "", label: "Any length" },
  ...PROMPT_LIMITS.map((limit) => ({ value: String(limit), label: `Above ${formatCount(limit)}` })),
];

/** The prices of a service tier, of long prompts, or of both, per million tokens. */
export function TierFields({ tiers, isTried, onChange }: TierFieldsProps) {
  const [isOpen, setOpen] = useState(tiers.length > 0);
  const problems = isTried ? tierProblems(tiers) : [];
  const hasProblem = problems.some((one) => Object.keys(one).length > 0);
  const change = (place: number, changed: Partial<TierDraft>) =>
    onChange(tiers.map((tier, index) => (index === place ? { ...tier, ...changed } : tier)));
  return (
    <details open={isOpen || hasProblem} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit text-meta font-medium">Long prompts and service tiers (optional)</summary>
      <div className="grid justify-items-start gap-3 pt-2 text-meta">
        {tiers.map((tier, place) => (
          <Tier
            key={place}
            name={`Tier ${place + 1}`}
            tier={tier}
            problems={problems[place] ?? {}}
            onChange={(changed) => change(place, changed)}
            onRemove={() => onChange(tiers.filter((_tier, index) => index !== place))}
          />
        ))}
        <Button
          size="small"
          icon={Plus}
          disabled={tiers.length >= PRICE_TIERS}
          onClick={() => onChange([...tiers, newTier])}
        >
          Add tier
        </Button>
        <p className="text-muted">
          Per million tokens. A call has the price of the service tier that it reports and of its prompt&apos;s length.
          Cache prices that are left empty are the tier&apos;s input price.
        </p>
      </div>
    </details>
  );
}

interface TierProps {
  name: string;
  tier: TierDraft;
  problems: Partial<Record<keyof TierDraft, string>>;
  onChange: (tier: Partial<TierDraft>) => void;
  onRemove: () => void;
}

function Tier({ name, tier, problems, onChange, onRemove }: TierProps) {
  const wrong = (["service", ...AMOUNT_NAMES] as const).flatMap((field) =>
    problems[field] ? [field === "service" ? problems[field] : `${LABELS[field]}: ${problems[field]}`] : [],
  );
  return (
    <fieldset className="w-full min-w-0" aria-label={name}>
      <div className="flex items-center gap-2">
        <Select
          aria-label={LABELS.service}
          options={serviceOptions}
          value={tier.service}
          onValueChange={(service) => onChange({ service })}
        />
        <Select
          aria-label={LABELS.above}
          options={lengthOptions}
          value={tier.above}
          onValueChange={(above) => onChange({ above })}
        />
        <IconButton icon={X} label={`Remove ${name.toLowerCase()}`} className="ml-auto" onClick={onRemove} />
      </div>
      <div className="grid grid-cols-5 gap-2 pt-1 max-sm:grid-cols-2">
        {AMOUNT_NAMES.map((field) => (
          <label key={field} className="grid content-end gap-0.5 text-muted">
            {LABELS[field]}
            <Input
              aria-invalid={problems[field] ? true : undefined}
              inputMode="decimal"
              autoComplete="off"
              value={tier[field]}
              onChange={(event) => onChange({ [field]: event.target.value })}
              className="w-full min-w-0"
            />
          </label>
        ))}
      </div>
      {wrong.length > 0 && (
        <p role="alert" className="pt-1 text-error">
          {wrong.join("; ")}
        </p>
      )}
    </fieldset>
  );
}
