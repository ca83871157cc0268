"use client";

import { useQuery } from "@tanstack/react-query";
import { Dialog } from "@/components/ui/dialog";
import { useNow } from "@/components/ui/use-now";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { nearestName } from "@/lib/cost/nearest-name";
import { wallTime } from "@/lib/format/wall-time";
import { allPrices } from "@/lib/queries/costs";
import { rangeStart } from "@/lib/format/day-ranges";

import { CostBasis } from "./cost-basis";
import { draftLike, emptyPrice } from "./price-draft";
import { PriceForm } from "./price-form";
import { PriceTable } from "./price-table";
import { Spend } from "./spend";
import { useCostsView } from "./use-costs-view";

/** The project's spending by model, and its prices. */
export function CostsScreen({ projectId }: { projectId: string }) {
  const zone = useTimeZone();
  const now = useNow();
  const [{ range, price: asked }, setView] = useCostsView();
  const { data: prices } = useQuery(allPrices(projectId));
  const nearest = asked && prices ? nearestName(asked, new Set(prices.map(({ llm_id }) => llm_id))) : undefined;
  const proposed = () => {
    // From the start of the range: a price from now on would not apply to calls that had none.
    const since = rangeStart(range, now);
    const from = wallTime(since, zone).slice(0, 10);
    return draftLike(
      prices?.find(({ llm_id }) => llm_id === nearest),
      { llmId: asked ?? "", from },
    );
  };
  const close = () => void setView({ price: null });
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      <h1 className="px-4 pt-4 text-title font-semibold">Costs</h1>
      <Spend projectId={projectId} onPrice={(model) => void setView({ price: model })} />
      <CostBasis projectId={projectId} />
      <PriceTable projectId={projectId} onAdd={() => void setView({ price: "" })} />
      <Dialog open={asked !== null} onOpenChange={close} title="Add price" className="w-[min(560px,calc(100vw-32px))]">
        <PriceForm
          projectId={projectId}
          model={asked ?? ""}
          initial={asked ? proposed() : emptyPrice}
          proposedFrom={nearest}
          onDone={close}
        />
      </Dialog>
    </div>
  );
}
