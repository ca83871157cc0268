"use client";

import { ListFilter } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import type { CallsView } from "@/lib/filter/calls-view";

import { FilterFacets } from "./filter-facets";
import type { ChangeView } from "../use-calls-view";

const loading = () => <Skeleton className="h-40 w-full" />;
const FilterBuilder = dynamic(async () => (await import("./filter-builder")).FilterBuilder, { ssr: false, loading });
const FilterJson = dynamic(async () => (await import("./filter-json")).FilterJson, { ssr: false, loading });

const tabs = [
  { value: "values", label: "Values" },
  { value: "builder", label: "Builder" },
  { value: "json", label: "$expr" },
] as const;
type TabName = (typeof tabs)[number]["value"];

interface FilterPanelProps {
  projectId: string;
  view: CallsView;
  onChange: ChangeView;
}

/** Other editors of the filter: values to select, nested conditions, and the expression that is sent. */
export function FilterPanel({ projectId, view, onChange }: FilterPanelProps) {
  const [tab, setTab] = useState<TabName>("values");
  const change = (q: string) => onChange({ q });
  return (
    <Popover
      label="Filters"
      trigger={
        <Button size="small" variant="ghost" icon={ListFilter}>
          Filter
        </Button>
      }
      className="w-[min(680px,calc(100vw-16px))] p-0"
    >
      <Tabs label="Filter editor" tabs={tabs} value={tab} onValueChange={setTab}>
        <TabPanel value="values" className="max-h-[60dvh] p-3">
          <FilterFacets projectId={projectId} view={view} onChange={change} />
        </TabPanel>
        <TabPanel value="builder" className="max-h-[60dvh] p-3">
          <FilterBuilder projectId={projectId} q={view.q} onChange={change} />
        </TabPanel>
        <TabPanel value="json" className="max-h-[60dvh] p-3">
          <FilterJson projectId={projectId} q={view.q} onChange={change} />
        </TabPanel>
      </Tabs>
    </Popover>
  );
}
