"use client";

import { ChevronRight } from "lucide-react";

import { cn } from "@/components/ui/cn";
import { counted } from "@/lib/format/number";

/** Messages at the beginning that an earlier call has too. */
export interface Repeated {
  count: number;
  /** The name of that call. */
  callName: string;
}

interface RepeatedToggleProps {
  repeated: Repeated;
  isOpen: boolean;
  onToggle: () => void;
}

/** Folds and unfolds repeated messages. */
export function RepeatedToggle({ repeated: { count, callName }, isOpen, onToggle }: RepeatedToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex w-full min-w-0 items-center gap-1 border-b border-line py-1.5 text-left text-meta text-muted hover:text-ink"
    >
      <ChevronRight aria-hidden className={cn("size-3 shrink-0 transition-transform", isOpen && "rotate-90")} />
      <span className="truncate">
        {counted(count, "earlier message")} from <bdi>{callName}</bdi>
      </span>
    </button>
  );
}
