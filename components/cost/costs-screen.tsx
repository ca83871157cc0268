"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Dialog } from "@/components/ui/dialog";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { nearestName } from "@/lib/cost/nearest-name";
import { wallTime } from "@/lib/format/wall-time";
import { allPrices, SPEND_RANGES } from "@/lib/queries/costs";

import { draftLike, emptyPrice, type PriceDraft } from "./price-draft";
import { PriceForm } from "./price-form";
import { PriceTable } from "./price-table";
import { Spend } from "./spend";
import { useCostsView } from "./use-costs-view";

const dayMs = 86_400_000;

/** What was spent, on what, and the prices behind it. */
export function CostsScreen({ projectId }: { projectId: string }) {
  const zone = useTimeZone();
  const [{ range }] = useCostsView();
  const { data: prices } = useQuery(allPrices(projectId));
  const [isOpen, setOpen] = useState(false);
  // What was typed outlives a dialog that was closed by mistake.
  const [draft, setDraft] = useState<PriceDraft>(emptyPrice);
  const [proposedFrom, setProposedFrom] = useState<string>();
  const open = (next: PriceDraft, proposal?: string) => {
    setDraft(next);
    setProposedFrom(proposal);
    setOpen(true);
  };
  const price = (llmId: string) => {
    const nearest = prices && nearestName(llmId, new Set(prices.map(({ llm_id }) => llm_id)));
    const row = prices?.find(({ llm_id }) => llm_id === nearest);
    // From where the range begins: a price from now on would leave the calls that were made without one.
    const since = new Date(Date.now() - SPEND_RANGES[range] * dayMs).toISOString();
    open(draftLike(row, { llmId, from: wallTime(since, zone).slice(0, 10) }), nearest);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      <h1 className="px-4 pt-4 text-title font-semibold">Costs</h1>
      <Spend projectId={projectId} onPrice={price} />
      <PriceTable projectId={projectId} onAdd={() => open(proposedFrom ? emptyPrice : draft)} />
      <Dialog open={isOpen} onOpenChange={setOpen} title="Add a price" className="w-[min(560px,calc(100vw-32px))]">
        <PriceForm
          projectId={projectId}
          draft={draft}
          onChange={setDraft}
          proposedFrom={proposedFrom}
          onDone={() => {
            setOpen(false);
            setDraft(emptyPrice);
            setProposedFrom(undefined);
          }}
        />
      </Dialog>
    </div>
  );
}
