import Link from "next/link";

import { Fold } from "@/components/ui/fold";
import { InlineBanner } from "@/components/ui/inline-banner";
import type { MaskingDryRun } from "@/lib/contract/masking";
import { callPath } from "@/lib/format/address";
import { counted, formatCount } from "@/lib/format/number";

import { costWords, readWords } from "./dry-run-words";

interface DryRunProps {
  projectId: string;
  result: MaskingDryRun;
  /** Whether the rules have been changed since. */
  isOfOthers: boolean;
}

/** What rules would replace in the latest calls, with examples, and what they cost. */
export function DryRun({ projectId, result, isOfOthers }: DryRunProps) {
  const { rules, not_checked: notChecked } = result;
  return (
    <section aria-label="Dry run" className="grid grid-cols-1 gap-3 rounded-control border border-line px-3 py-2">
      <div role="status">
        <p className="font-medium">{readWords(result)}</p>
        {result.calls > 0 && <p className="text-meta text-muted">{costWords(result)}</p>}
      </div>
      {isOfOthers && <InlineBanner>The rules have been changed since this dry run.</InlineBanner>}
      {notChecked > 0 && (
        <InlineBanner tone="warning">
          A pattern took too long for {counted(notChecked, "text")}, which would be replaced entirely.
        </InlineBanner>
      )}
      <ul className="grid grid-cols-1 gap-2">
        {rules.map(({ name, calls, matches, samples }) => (
          <li key={name} className="min-w-0">
            <p className="flex min-w-0 flex-wrap gap-x-2">
              <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
              <span className="text-muted tabular-nums">
                {matches === 0 ? "no matches" : `${counted(matches, "match", "matches")} in ${counted(calls, "call")}`}
              </span>
            </p>
            {samples.length > 0 && (
              <Fold summary={`Examples: ${formatCount(samples.length)}`}>
                <ul aria-label={`Examples of ${name}`} className="grid grid-cols-1 gap-2">
                  {samples.map(({ call_id: id, path, before, match, after }, place) => (
                    // Equal samples are equal.
                    <li key={place} className="min-w-0">
                      <Link
                        href={callPath(projectId, id)}
                        prefetch={false}
                        className="text-meta wrap-anywhere text-accent-ink underline"
                      >
                        {path}
                      </Link>
                      <p className="font-mono text-meta wrap-anywhere whitespace-pre-wrap">
                        {before}
                        <mark className="rounded-[2px] bg-warning-soft px-0.5 text-ink">{match}</mark>
                        {after}
                      </p>
                    </li>
                  ))}
                </ul>
              </Fold>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
