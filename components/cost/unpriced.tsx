"use client";

import Link from "next/link";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import type { CallTotals } from "@/lib/contract/call-stats";
import { modelCallsPath } from "@/lib/filter/model-calls";
import { counted } from "@/lib/format/number";
import { useMay } from "@/lib/queries/use-may";

import { MAY_NOT_PRICE } from "./may-not-price";

interface UnpricedProps {
  projectId: string;
  /** Models with calls that have no price. */
  models: readonly CallTotals[];
  since: string | undefined;
  onPrice: (llmId: string) => void;
}

const shown = 5;

/** Shows the calls that the total excludes, and offers to add their prices. */
export function Unpriced({ projectId, models, since, onPrice }: UnpricedProps) {
  const mayPrice = useMay(projectId, "admin");
  const calls = models.reduce((sum, { unpriced }) => sum + unpriced, 0);
  return (
    <InlineBanner tone="warning" className="mx-4 mt-3">
      <p>
        <span className="font-medium">{counted(calls, "call")} used a model without a price.</span> Add a price to
        include {calls === 1 ? "its" : "their"} cost.
      </p>
      <ul className="grid gap-1 pt-1">
        {models.slice(0, shown).map(({ model, unpriced }) => (
          <li key={model ?? ""} className="flex flex-wrap items-center gap-x-2">
            <code className="wrap-anywhere">{model ?? "no model name"}</code>
            <Link href={modelCallsPath(projectId, model, since)} className="underline">
              {counted(unpriced, "call")}
            </Link>
            {model && (
              <Button
                size="small"
                onClick={() => onPrice(model)}
                aria-label={`Add price for ${model}`}
                disabled={!mayPrice}
                title={mayPrice ? undefined : MAY_NOT_PRICE}
              >
                Add price
              </Button>
            )}
          </li>
        ))}
        {models.length > shown && <li>and {counted(models.length - shown, "more model")}, in the table below</li>}
      </ul>
    </InlineBanner>
  );
}
