import Link from "next/link";

import { Badge } from "./badge";
import { cn } from "./cn";

interface LabelChipsProps {
  labels: readonly string[] | undefined;
  /** More labels than this are counted. */
  max: number;
  /** Makes the labels links; without it they are text, such as within another link. */
  hrefOf?: (label: string) => string;
  className?: string;
}

/** The labels on a version. */
export function LabelChips({ labels = [], max, hrefOf, className }: LabelChipsProps) {
  if (labels.length === 0) return undefined;
  const rest = labels.slice(max);
  return (
    <span className={cn("inline-flex min-w-0 items-center gap-1", className)}>
      {labels.slice(0, max).map((label) => {
        const chip = (
          <Badge tone="running" className="min-w-0">
            <span title={label} className="truncate">
              {label}
            </span>
          </Badge>
        );
        return hrefOf ? (
          <Link key={label} href={hrefOf(label)} className="inline-flex max-w-48 min-w-0 rounded-[4px]">
            {chip}
          </Link>
        ) : (
          <span key={label} className="inline-flex max-w-48 min-w-0">
            {chip}
          </span>
        );
      })}
      {rest.length > 0 && (
        <Badge className="shrink-0">
          <span title={rest.join(", ")}>+{rest.length}</span>
        </Badge>
      )}
    </span>
  );
}
