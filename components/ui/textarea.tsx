import type { ComponentProps } from "react";

import { cn } from "./cn";
import { controlClass } from "./input";

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea className={cn(controlClass, "min-h-14 resize-y py-1", className)} {...rest} />;
}
