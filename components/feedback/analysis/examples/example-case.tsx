import Link from "next/link";
import { type ReactNode, useId } from "react";

import { refHref } from "@/components/json/ref-href";
import { Checkbox } from "@/components/ui/checkbox";
import { Fold } from "@/components/ui/fold";
import { LongText } from "@/components/ui/long-text";
import { typeWords } from "@/lib/format/feedback-words";
import { withMinus } from "@/lib/format/minus";
import { counted } from "@/lib/format/number";
import type { DifferingCase } from "@/lib/queries/judge-examples";
import type { ExampleChoice } from "@/lib/scorer/example-choices";
import type { JudgeDefinition } from "@/lib/scorer/judge";

import { FeedbackGiver } from "../../feedback-giver";
import { ExampleFields } from "./example-fields";
import type { ComparedWithJudge } from "./judge-examples";

/** Characters of a case that are shown at first. */
const SHOWN_CHARS = 600;

interface ExampleCaseProps {
  compared: ComparedWithJudge;
  asked: JudgeDefinition["score"];
  differing: DifferingCase;
  choice: ExampleChoice;
  /** Why it cannot be chosen. */
  unavailable: string | undefined;
  /** What to know of it before it is chosen. */
  warning: string | undefined;
  problem: string | undefined;
  onChange: (next: Partial<ExampleChoice>) => void;
}

/** A call where a judge and a person differ, to be chosen as an example. */
export function ExampleCase({ compared, asked, differing, choice, onChange, ...notes }: ExampleCaseProps) {
  const { ref, input, judged, given } = differing;
  const { unavailable, warning, problem } = notes;
  const noteId = useId();
  const note = unavailable ?? warning;
  const href = refHref(ref);
  return (
    <li className="grid min-w-0 gap-2 border-t border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Checkbox
          checked={choice.isChosen && unavailable === undefined}
          disabled={unavailable !== undefined}
          aria-describedby={note === undefined ? undefined : noteId}
          onCheckedChange={(isChosen) => onChange({ isChosen })}
        >
          <span className="wrap-anywhere">
            <bdi>{typeWords(compared.type)}</bdi> <strong>{withMinus(judged.score)}</strong>
            <span className="text-muted">, </span>
            <bdi>{typeWords(compared.other)}</bdi>{" "}
            <strong>
              <bdi>{given.value}</bdi>
            </strong>
            {given.by.ext_user_id !== undefined && (
              <span className="text-muted">
                {" by "}
                <FeedbackGiver row={given.by} />
              </span>
            )}
          </span>
        </Checkbox>
        {href !== undefined && (
          <Link href={href} prefetch={false} className="text-meta text-muted underline hover:text-ink">
            Open call
          </Link>
        )}
      </div>
      <dl className="grid gap-2 pl-6">
        {input !== undefined && (
          <Part word="Case">
            <LongText text={input.length > SHOWN_CHARS ? `${input.slice(0, SHOWN_CHARS)}…` : input} />
            {input.length > SHOWN_CHARS && (
              <Fold summary={`Whole case, ${counted(input.length, "character")}`} className="mt-1">
                <LongText text={input} />
              </Fold>
            )}
          </Part>
        )}
        {judged.reasoning !== undefined && judged.reasoning !== "" && (
          <Part word="The judge's reasoning">
            <LongText text={judged.reasoning} />
          </Part>
        )}
        {given.comment !== undefined && (
          <Part word="Comment">
            <LongText text={given.comment} />
          </Part>
        )}
      </dl>
      {note !== undefined && (
        <p id={noteId} className={`pl-6 text-meta ${unavailable === undefined ? "text-warning" : "text-muted"}`}>
          {note}
        </p>
      )}
      {choice.isChosen && unavailable === undefined && (
        <div className="pl-6">
          <ExampleFields asked={asked} choice={choice} problem={problem} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

function Part({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-muted">{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}
