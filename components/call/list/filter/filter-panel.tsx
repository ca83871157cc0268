"use client";

import { ListFilter } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import { Popover } from "@/components/ui/popover";
import type { CallsView } from "@/lib/filter/calls-view";

import type { ChangeView } from "../use-calls-view";
import type { FilterTab } from "./filter-editors";

const filterEditors = onDemand(() => import("./filter-editors"));

interface FilterPanelProps {
  projectId: string;
  view: CallsView;
  onChange: ChangeView;
}

/** Opens the other editors of the filter. */
export function FilterPanel({ projectId, view, onChange }: FilterPanelProps) {
  const [tab, setTab] = useState<FilterTab>("values");
  const editors = filterEditors.useModule();
  return (
    <Popover
      label="Filters"
      content={filterEditors}
      trigger={
        <Button size="small" variant="ghost" icon={ListFilter}>
          Filter
        </Button>
      }
      className="w-[min(680px,calc(100vw-16px))] p-0"
    >
      {editors && (
        <editors.FilterEditors
          projectId={projectId}
          view={view}
          tab={tab}
          onTab={setTab}
          onChange={(q) => onChange({ q })}
        />
      )}
    </Popover>
  );
}
