"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";

import { useNow } from "@/components/ui/use-now";
import { rangeStart } from "@/lib/format/day-ranges";
import { allPrices } from "@/lib/queries/costs";

import { CostBasis } from "./cost-basis";
import { PriceTable } from "./price-table";
import { Spend } from "./spend";
import { useCostsView } from "./use-costs-view";

const PriceDialog = dynamic(async () => (await import("./price-dialog")).PriceDialog, { ssr: false });

/** The project's spending by model, and its prices. */
export function CostsScreen({ projectId }: { projectId: string }) {
  const now = useNow();
  const [{ range, price: asked }, setView] = useCostsView();
  const { data: prices } = useQuery(allPrices(projectId));
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      <h1 className="px-4 pt-4 text-title font-semibold">Costs</h1>
      <Spend projectId={projectId} onPrice={(model) => void setView({ price: model })} />
      <CostBasis projectId={projectId} />
      <PriceTable projectId={projectId} onAdd={() => void setView({ price: "" })} />
      {asked !== null && (
        <PriceDialog
          projectId={projectId}
          model={asked}
          prices={prices}
          // A price from now on would not apply to calls of the range that had none.
          since={rangeStart(range, now)}
          onClose={() => void setView({ price: null })}
        />
      )}
    </div>
  );
}
