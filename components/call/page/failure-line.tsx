"use client";

import { ChevronDown, ChevronUp, CircleAlert } from "lucide-react";

import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { formatCount } from "@/lib/format/number";
import type { Failure } from "@/lib/trace/failures";

interface FailureLineProps {
  /** At least one, in order of cause. */
  failures: readonly Failure[];
  selectedId: string;
  onSelect: (id: string) => void;
}

/** Why the trace failed, on one line: the failure of the selected call, otherwise the first one, and the way to each. */
export function FailureLine({ failures, selectedId, onSelect }: FailureLineProps) {
  const at = failures.findIndex(({ ids }) => ids.includes(selectedId));
  const shown = failures[Math.max(at, 0)];
  const goTo = (place: number) => {
    const failure = failures.at(place % failures.length);
    if (failure) onSelect(failure.ids[0]);
  };
  const next = () => goTo(at + 1);
  const previous = () => goTo(at < 0 ? -1 : at - 1);
  useShortcuts("Failures", [
    { keys: "e", description: "Next failure", run: next },
    { keys: "shift+e", description: "Previous failure", run: previous },
  ]);
  if (!shown) return null;
  const { name, message, ids } = shown;
  const retries = ids.length > 1 ? ` ${formatCount(ids.length)} ×` : "";
  return (
    <section
      aria-label="Failures"
      className="flex h-8 shrink-0 items-center gap-2 border-b border-line bg-error-soft pr-3 pl-4 text-meta"
    >
      <CircleAlert aria-hidden className="size-4 shrink-0 text-error" />
      <p title={`${name} failed${retries}: ${message}`} className="min-w-0 flex-1 truncate">
        <bdi className="font-medium">{name}</bdi> failed{retries}
        {message !== "" && (
          <span className="text-muted">
            {" · "}
            <bdi>{message}</bdi>
          </span>
        )}
      </p>
      {at < 0 ? (
        <button type="button" onClick={next} className="shrink-0 rounded-control px-1 font-medium hover:bg-hover">
          Go to first <kbd className="text-muted max-sm:hidden">e</kbd>
        </button>
      ) : (
        failures.length > 1 && (
          <>
            <span role="status" className="shrink-0 text-muted tabular-nums">
              {formatCount(at + 1)} of {formatCount(failures.length)}
            </span>
            <IconButton icon={ChevronUp} label="Previous failure" shortcut="shift+e" size="small" onClick={previous} />
            <IconButton icon={ChevronDown} label="Next failure" shortcut="e" size="small" onClick={next} />
          </>
        )
      )}
    </section>
  );
}
