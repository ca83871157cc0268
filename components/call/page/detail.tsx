import type { ReactNode } from "react";

import { CopyButton } from "@/components/ui/copy-button";
import { inSentence } from "@/lib/format/in-sentence";
import { shortenMiddle } from "@/lib/format/shorten";

/** A name may have thousands of characters; the copy button copies all of them. */
const SHOWN_CHARS = 240;

interface DetailProps {
  term: string;
  /** What is copied, where the term does not name it. */
  noun?: string;
  /** The text that the copy button copies; also shown if there are no children. */
  copied?: string;
  children?: ReactNode;
}

/** A field of a call in a `dl`. */
export function Detail({ term, noun = inSentence(term), copied, children }: DetailProps) {
  return (
    <div className="group grid grid-cols-[120px_minmax(0,1fr)] items-start gap-2 leading-6">
      <dt className="text-muted">{term}</dt>
      <dd className="flex min-w-0 items-start gap-1">
        <span title={copied} className="min-w-0 wrap-anywhere">
          {children ?? (copied === undefined ? undefined : shortenMiddle(copied, SHOWN_CHARS))}
        </span>
        {copied !== undefined && (
          <CopyButton
            text={copied}
            label={`Copy ${noun}`}
            className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
          />
        )}
      </dd>
    </div>
  );
}
