"use client";

import type { LucideIcon } from "lucide-react";
import { useId, type ComponentProps } from "react";

import { cn } from "./cn";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  icon: LucideIcon;
  /** The accessible name, shown as the tooltip. */
  label: string;
  shortcut?: string;
  /** Why it is disabled: it stays focusable, and its tooltip and description show the reason. */
  unavailable?: string;
  size?: "small" | "medium";
  tooltipSide?: "top" | "right" | "bottom" | "left";
}

export function IconButton({
  icon: Icon,
  label,
  shortcut,
  unavailable,
  size = "medium",
  tooltipSide,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const reasonId = useId();
  return (
    <Tooltip
      content={unavailable === undefined ? label : `${label}: ${unavailable}`}
      shortcut={shortcut}
      side={tooltipSide}
    >
      <button
        type="button"
        aria-label={label}
        aria-disabled={unavailable === undefined ? undefined : true}
        aria-describedby={unavailable === undefined ? undefined : reasonId}
        onClick={unavailable === undefined ? onClick : undefined}
        className={cn(
          "inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink disabled:opacity-40 aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:bg-transparent aria-disabled:hover:text-muted aria-pressed:bg-selected aria-pressed:text-ink data-[state=open]:bg-hover data-[state=open]:text-ink",
          size === "small" ? "size-6" : "size-7",
          className,
        )}
        {...rest}
      >
        {unavailable !== undefined && (
          <span id={reasonId} hidden>
            {unavailable}
          </span>
        )}
        <Icon aria-hidden className={size === "small" ? "size-3.5" : "size-4"} />
      </button>
    </Tooltip>
  );
}
