import { cn } from "./cn";
import { CopyButton } from "./copy-button";

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
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section tabIndex={0} aria-label={label} className="max-h-[inherit] min-w-0 flex-1 overflow-auto rounded-control">
        <pre className={cn("p-3 text-meta leading-[18px]", wrap && "wrap-anywhere whitespace-pre-wrap")}>
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton text={code} label={`Copy ${label.toLowerCase()}`} className="m-1.5" />
    </div>
  );
}
