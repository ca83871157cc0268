"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactNode } from "react";

import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { TimeRange } from "@/components/ui/time-range";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { typeWords } from "@/lib/format/feedback-words";
import { feedbackOverTime, type FeedbackListParams } from "@/lib/queries/feedback-list";

import { sharesOf } from "./distribution-data";
import { subjectWords } from "./subject-words";
import { type ChangeFeedbackView } from "./use-feedback-view";

export const searchId = "search-feedback";
const lastRanges = ["24h", "7d", "30d", "90d"];

export function FeedbackFilters({ params, onChange }: { params: FeedbackListParams; onChange: ChangeFeedbackView }) {
  const zone = useTimeZone();
  const { view } = params;
  // All types, independent of the selected one.
  const { data } = useQuery(feedbackOverTime({ ...params, view: { ...view, type: "", value: "" }, zone }));
  const types = sharesOf(data ?? { count: 0 }, "type").flatMap(({ key }) => key ?? []);
  const known = view.type === "" || types.includes(view.type) ? types : [view.type, ...types];
  return (
    <>
      <SearchBox
        id={searchId}
        label="Search feedback"
        text={view.q}
        onSearch={(q) => onChange({ q })}
        className="w-56 min-w-40 shrink max-sm:w-full"
      />
      <Select
        aria-label="Type"
        options={[{ value: "", label: "All types" }, ...known.map((type) => ({ value: type, label: typeWords(type) }))]}
        value={view.type}
        onValueChange={(type) => onChange({ type, value: "" })}
        className="max-w-48"
      />
      <SearchBox
        id="search-feedback-who"
        label="Given by"
        text={view.who}
        onSearch={(who) => onChange({ who })}
        className="w-36"
      />
      <TimeRange span={view} last={lastRanges} onChange={onChange} />
      {view.value !== "" && <Chip onRemove={() => onChange({ value: "" })}>value: {view.value}</Chip>}
      {view.on !== "" && <Chip onRemove={() => onChange({ on: "" })}>on {subjectWords(view.on)}</Chip>}
    </>
  );
}

function Chip({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  return (
    <span className="inline-flex h-7 max-w-72 items-center gap-1 rounded-control border border-line-strong pl-2 text-meta">
      <bdi className="truncate">{children}</bdi>
      <button
        type="button"
        aria-label="Remove this filter"
        onClick={onRemove}
        className="inline-flex size-6 items-center justify-center text-muted hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
