"use client";

import { Dialog } from "@/components/ui/dialog";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { nearestName } from "@/lib/cost/nearest-name";
import { wallTime } from "@/lib/format/wall-time";
import type { PriceRow } from "@/lib/queries/costs";

import { draftLike, emptyPrice } from "./price-draft";
import { PriceForm } from "./price-form";

interface PriceDialogProps {
  projectId: string;
  /** The model to be priced; empty for any. */
  model: string;
  /** The known prices, one of which is proposed. */
  prices: readonly PriceRow[] | undefined;
  /** From when on the proposed price applies, ISO 8601. */
  since: string;
  onClose: () => void;
}

/** Adds the price of a model; begins with that of the model whose name is nearest. */
export function PriceDialog({ projectId, model, prices, since, onClose }: PriceDialogProps) {
  const zone = useTimeZone();
  const nearest = model && prices ? nearestName(model, new Set(prices.map(({ llm_id }) => llm_id))) : undefined;
  const proposed = () =>
    draftLike(
      prices?.find(({ llm_id }) => llm_id === nearest),
      { llmId: model, from: wallTime(since, zone).slice(0, 10) },
    );
  return (
    <Dialog open onOpenChange={onClose} title="Add price" className="w-[min(560px,calc(100vw-32px))]">
      <PriceForm
        projectId={projectId}
        model={model}
        initial={model ? proposed() : emptyPrice}
        proposedFrom={nearest}
        onDone={onClose}
      />
    </Dialog>
  );
}
