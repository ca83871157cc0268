import { inSentence } from "@/lib/format/in-sentence";

import { cn } from "./cn";
import { CopyButton } from "./copy-button";
import { ScrollRegion } from "./scroll-region";

interface CodeBlockProps {
  code: string;
  /** The accessible name of the scrolling region. */
  label: string;
  wrap?: boolean;
  className?: string;
}

export function CodeBlock({ code, label, wrap = false, className }: CodeBlockProps) {
  return (
    <div className={cn("flex max-w-full items-start rounded-control border border-line bg-raised", className)}>
      <ScrollRegion label={label} className="max-h-[inherit] min-w-0 flex-1 overflow-auto rounded-control">
        <pre className={cn("p-3 text-meta leading-[18px]", wrap && "wrap-anywhere whitespace-pre-wrap")}>
          <code>{code}</code>
        </pre>
      </ScrollRegion>
      <CopyButton text={code} label={`Copy ${inSentence(label)}`} className="m-1.5" />
    </div>
  );
}
