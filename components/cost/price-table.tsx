"use client";

import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useMemo } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { SearchBox } from "@/components/ui/search-box";
import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import { COST_FIELDS } from "@/lib/contract/cost-fields";
import { type PriceRow, pricesList, removePrice, restorePrice } from "@/lib/queries/costs";
import { useMay } from "@/lib/queries/use-may";

import { priceColumns } from "./columns";
import { useCostsView } from "./use-costs-view";
import { MAY_NOT_PRICE } from "./may-not-price";

const noPrices: readonly PriceRow[] = [];

/** All prices of the project: its own, then Loupe's default list. */
export function PriceTable({ projectId, onAdd }: { projectId: string; onAdd: () => void }) {
  const [{ q, own, sort }, setView] = useCostsView();
  const mayChange = useMay(projectId, "admin");
  const remove = useRemove(projectId);
  const query = useInfiniteQuery(pricesList({ projectId, view: { q, isOwnOnly: own, sort } }));
  const rows = useMemo(() => query.data?.pages.flat() ?? noPrices, [query.data]);
  const list = useList(query, rows);
  const showHistory = useCallback(
    (llmId: string) => void setView({ q: llmId, sort: { field: "effective_date", direction: "desc" } }),
    [setView],
  );
  const columns = useMemo(
    () => priceColumns({ onRemove: mayChange ? remove : undefined, onHistory: showHistory }),
    [mayChange, remove, showHistory],
  );
  const table = useDataTable({
    id: "prices",
    columns,
    rows,
    rowId: (row) => row.id,
    sort: { id: sort.field, direction: sort.direction },
    onSortChange: ({ id, direction }) => {
      const field = COST_FIELDS.find((option) => option === id);
      if (field) void setView({ sort: { field, direction } });
    },
  });
  return (
    <section aria-labelledby="prices" className="mt-6 flex h-[max(420px,70vh)] shrink-0 flex-col border-t border-line">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <h2 id="prices" className="text-section font-semibold">
          Prices
        </h2>
        <SearchBox
          id="price-search"
          label="Search models"
          text={q}
          onSearch={(text) => void setView({ q: text })}
          className="w-60 max-sm:w-full"
        />
        <Checkbox checked={own} onCheckedChange={(checked) => void setView({ own: checked === true })}>
          Project prices only
        </Checkbox>
        <div className="ml-auto flex gap-2">
          <ColumnsMenu table={table} />
          <Button icon={Plus} onClick={onAdd} disabled={!mayChange} title={mayChange ? undefined : MAY_NOT_PRICE}>
            Add price
          </Button>
        </div>
      </header>
      <ListScreen table={table} label="Prices" list={list} skeletonRows={8} empty={<NoPrices q={q} own={own} />} />
    </section>
  );
}

function NoPrices({ q, own }: { q: string; own: boolean }) {
  return (
    <p className="px-4 py-6 text-muted">
      {q
        ? `No prices match “${q}”${own ? " in this project. Clear “Project prices only” to include default prices" : ""}.`
        : "This project has no prices of its own. Default prices apply."}
    </p>
  );
}

/** Removes a price at once, and offers to undo it. */
function useRemove(projectId: string): (price: PriceRow) => void {
  const { mutateAsync } = useMutation(removePrice(projectId));
  return useCallback(
    (price) => {
      const offer = () =>
        offerUndo({
          id: price.id,
          title: `Removed the price for ${price.llm_id}`,
          requests: [undoWith("costCreate", restorePrice(projectId, price))],
          refreshes: ["costs"],
        });
      afterChange(mutateAsync(price), "Could not remove the price", offer);
    },
    [mutateAsync, projectId],
  );
}
