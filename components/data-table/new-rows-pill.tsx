"use client";

import { ArrowUp } from "lucide-react";

import { counted } from "@/lib/format/number";

interface NewRowsPillProps {
  /** The name of a row in the singular; the plural adds an s. */
  noun: string;
  /** Undefined: more than a page of them. */
  count: number | undefined;
  onShow: () => void;
}

/** Offers rows that arrived while the user was scrolled down. */
export function NewRowsPill({ noun, count, onShow }: NewRowsPillProps) {
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-9 z-20 flex justify-center">
      {count !== 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto inline-flex h-7 animate-appear items-center gap-1 rounded-full border border-line-strong bg-float px-3 text-body font-medium shadow-float hover:bg-hover"
        >
          {count === undefined ? `New ${noun}s` : counted(count, `new ${noun}`)}
          <ArrowUp aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
