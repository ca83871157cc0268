"use client";

import { Gauge } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import type { CallsView } from "@/lib/filter/calls-view";
import { newScoringPath } from "@/lib/format/scoring-address";

import { FilterFacets } from "./filter-facets";

const loading = () => <Skeleton className="h-40 w-full" />;
const FilterBuilder = dynamic(async () => (await import("./filter-builder")).FilterBuilder, { ssr: false, loading });
const FilterJson = dynamic(async () => (await import("./filter-json")).FilterJson, { ssr: false, loading });

const tabs = [
  { value: "values", label: "Values" },
  { value: "builder", label: "Builder" },
  { value: "json", label: "$expr" },
] as const;
export type FilterTab = (typeof tabs)[number]["value"];

interface FilterEditorsProps {
  projectId: string;
  view: CallsView;
  tab: FilterTab;
  onTab: (tab: FilterTab) => void;
  onChange: (q: string) => void;
}

/** Editors of the filter: values to select, nested conditions, and the expression that is sent. */
export function FilterEditors({ projectId, view, tab, onTab, onChange }: FilterEditorsProps) {
  const unit = view.roots ? "traces" : "calls";
  return (
    <>
      <Tabs label="Filter editor" tabs={tabs} value={tab} onValueChange={onTab}>
        <TabPanel value="values" className="max-h-[60dvh] p-3">
          <FilterFacets projectId={projectId} view={view} onChange={onChange} />
        </TabPanel>
        <TabPanel value="builder" className="max-h-[60dvh] p-3">
          <FilterBuilder projectId={projectId} q={view.q} onChange={onChange} />
        </TabPanel>
        <TabPanel value="json" className="max-h-[60dvh] p-3">
          <FilterJson projectId={projectId} q={view.q} onChange={onChange} />
        </TabPanel>
      </Tabs>
      <p className="border-t border-line p-2">
        <Link
          href={newScoringPath(projectId, { unit, filter: view.q })}
          prefetch={false}
          className={buttonClass("ghost", "small")}
        >
          <Gauge aria-hidden className="size-3.5" />
          Score new {unit} with this filter
        </Link>
      </p>
    </>
  );
}
