"use client";

import { ListFilter } from "lucide-react";

import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { onDemand } from "@/components/ui/on-demand";

import type { TreeFilter as Filter } from "./trace-model";

const filterMenu = onDemand(() => import("./tree-filter-menu"));

export interface TreeFilterProps {
  filters: readonly Filter[];
  /** How many calls would remain with each. */
  counts: ReadonlyMap<Filter, number>;
  onChange: (filters: Filter[]) => void;
}

/** Filters the tree by kind, errors or the critical path. */
export function TreeFilter(props: TreeFilterProps) {
  const { filters } = props;
  const menu = filterMenu.useModule();
  return (
    <DropdownMenu
      content={filterMenu}
      trigger={
        <Button variant="ghost" size="small" icon={ListFilter} aria-pressed={filters.length > 0} className="px-1.5">
          <span className="@max-[460px]:sr-only">Filter</span>
          {filters.length > 0 && <span className="text-accent-ink">{filters.length}</span>}
        </Button>
      }
    >
      {menu && <menu.TreeFilterMenu {...props} />}
    </DropdownMenu>
  );
}
