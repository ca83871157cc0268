import type { ComponentProps } from "react";

import { cn } from "./cn";

/** The common style of text inputs. */
export const controlClass = cn(
  "w-full rounded-control border border-control bg-page px-2 text-body text-ink transition-colors",
  "hover:border-muted focus-visible:border-accent-ring focus-visible:outline-offset-0",
  "disabled:border-line-strong disabled:bg-raised disabled:text-muted",
  "aria-invalid:border-error",
);

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cn(controlClass, "h-7", className)} {...rest} />;
}
