import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

import { cn } from "./cn";

type Variant = "primary" | "secondary" | "ghost" | "danger";
type Size = "small" | "medium";

const variants: Record<Variant, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border border-line-strong bg-page text-ink hover:bg-hover",
  ghost: "text-muted hover:bg-hover hover:text-ink",
  danger: "border border-line-strong bg-page text-error hover:bg-error-soft",
};

const sizes: Record<Size, string> = {
  small: "h-6 gap-1 px-2 text-meta",
  medium: "h-7 gap-1.5 px-2.5 text-body",
};

/** The classes of a button, for a link that looks like one. */
export function buttonClass(variant: Variant = "secondary", size: Size = "medium"): string {
  return cn(
    "inline-flex shrink-0 items-center justify-center rounded-control font-medium whitespace-nowrap select-none",
    "transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-60",
    variants[variant],
    sizes[size],
  );
}

interface ButtonProps extends ComponentProps<"button"> {
  variant?: Variant;
  size?: Size;
  icon?: LucideIcon;
  /** Shows progress and ignores clicks, but keeps the focus. */
  busy?: boolean;
}

export function Button({
  variant,
  size,
  icon,
  busy = false,
  className,
  onClick,
  type,
  children,
  ...rest
}: ButtonProps) {
  const Icon = busy ? LoaderCircle : icon;
  return (
    <button
      type={type ?? "button"}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={cn(buttonClass(variant, size), className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {Icon && <Icon aria-hidden className={cn("size-3.5 shrink-0", busy && "animate-spin")} />}
      {children}
    </button>
  );
}
