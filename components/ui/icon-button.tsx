"use client";

import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

import { cn } from "./cn";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  icon: LucideIcon;
  /** The accessible name, shown as the tooltip. */
  label: string;
  shortcut?: string;
  size?: "small" | "medium";
  tooltipSide?: "top" | "right" | "bottom" | "left";
}

export function IconButton({
  icon: Icon,
  label,
  shortcut,
  size = "medium",
  tooltipSide,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        aria-label={label}
        className={cn(
          "inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink disabled:opacity-40 aria-pressed:bg-selected aria-pressed:text-ink data-[state=open]:bg-hover data-[state=open]:text-ink",
          size === "small" ? "size-6" : "size-7",
          className,
        )}
        {...rest}
      >
        <Icon aria-hidden className={size === "small" ? "size-3.5" : "size-4"} />
      </button>
    </Tooltip>
  );
}
