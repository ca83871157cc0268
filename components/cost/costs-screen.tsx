"use client";

import { useQuery } from "@tanstack/react-query";

import { onDemand } from "@/components/ui/on-demand";
import { useNow } from "@/components/ui/use-now";
import { rangeStart } from "@/lib/format/day-ranges";
import { allPrices } from "@/lib/queries/costs";

import { CostBasis } from "./cost-basis";
import { PriceTable } from "./price-table";
import { Spend } from "./spend";
import { useCostsView } from "./use-costs-view";

const priceDialog = onDemand(() => import("./price-dialog"));

/** The project's spending by model, and its prices. */
export function CostsScreen({ projectId }: { projectId: string }) {
  const now = useNow();
  const [{ range, price: asked }, setView] = useCostsView();
  const { data: prices } = useQuery(allPrices(projectId));
  const close = () => void setView({ price: null });
  const dialog = priceDialog.useNeeded(asked !== null, close);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      <h1 className="px-4 pt-4 text-title font-semibold">Costs</h1>
      <Spend projectId={projectId} onPrice={(model) => void setView({ price: model })} />
      <CostBasis projectId={projectId} />
      <PriceTable projectId={projectId} onAdd={() => void setView({ price: "" })} />
      {asked !== null && dialog && (
        <dialog.PriceDialog
          projectId={projectId}
          model={asked}
          prices={prices}
          // A price from now on would not apply to calls of the range that had none.
          since={rangeStart(range, now)}
          onClose={close}
        />
      )}
    </div>
  );
}
