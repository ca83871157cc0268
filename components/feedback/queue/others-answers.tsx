import { EyeOff } from "lucide-react";

import { PersonName } from "@/components/pickers/person-name";
import { type AnnotationSpec, isAnnotationType } from "@/lib/feedback/annotation-spec";
import type { QueueAnswer } from "@/lib/feedback/queue";
import { shownText, typeWords } from "@/lib/format/feedback-words";

interface OthersAnswersProps {
  answers: readonly QueueAnswer[];
  specs: readonly AnnotationSpec[];
  /** In a blind queue, until the user has answered. */
  isHidden: boolean;
}

/** Answers of others about the call, side by side. */
export function OthersAnswers({ answers, specs, isHidden }: OthersAnswersProps) {
  if (isHidden)
    return (
      <p className="flex items-center gap-2 text-meta text-muted">
        <EyeOff aria-hidden className="size-3.5 shrink-0" />
        Blind queue: others&apos; answers appear after you answer.
      </p>
    );
  if (answers.length === 0) return undefined;
  const people = [...new Set(answers.map(({ who }) => who))];
  return (
    <section aria-label="Others' answers" className="grid gap-2 border-t border-line pt-3">
      <h3 className="text-meta text-muted">Others&apos; answers</h3>
      {people.map((who) => (
        <div key={who} className="text-meta">
          <h4 className="font-medium wrap-anywhere">
            <PersonName owner={who} />
          </h4>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            {answers
              .filter((answer) => answer.who === who)
              .map(({ type, payload }) => (
                <div key={`${type} ${payload.text}`} className="contents">
                  <dt className="text-muted">
                    {specs.find(({ id }) => isAnnotationType(type, id))?.name ?? typeWords(type)}
                  </dt>
                  <dd className="wrap-anywhere">{shownText(type, payload)}</dd>
                </div>
              ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
