"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { onSubmit } from "@/components/ui/on-submit";
import { Skeleton } from "@/components/ui/skeleton";
import { useDraft, useFormDraft } from "@/components/ui/use-draft";
import { versionName } from "@/lib/contract/version-name";
import { objectPath, withSearch } from "@/lib/format/address";
import { typeWords } from "@/lib/format/feedback-words";
import { counted, formatCount } from "@/lib/format/number";
import {
  COMPARED_RECORDS,
  type DifferingCase,
  type DifferingCases,
  differingCases,
  type Judge,
} from "@/lib/queries/judge-examples";
import { type ExampleChoice, readChoices, writeChoices } from "@/lib/scorer/example-choices";
import { fieldsOf, type JudgeMessage, messagesOf } from "@/lib/scorer/form";
import { possibleScores } from "@/lib/scorer/judge";
import {
  addExamples,
  caseMessage,
  exampleProblem,
  hasExample,
  isCaseOf,
  roomForExamples,
  scoreOfValue,
  whyNoExamples,
} from "@/lib/scorer/judge-examples";
import { scorerDraftKey } from "@/lib/scorer/scorer-draft";

import { ExampleCase } from "./example-case";
import type { ComparedWithJudge } from "./judge-examples";

interface ExamplesFormProps {
  compared: ComparedWithJudge;
  judge: Judge;
  onClose: () => void;
}

/** Chooses calls where a judge and people differ, and puts them into the draft of the judge's next version. */
export function ExamplesForm({ compared, judge, onClose }: ExamplesFormProps) {
  const { projectId, type, other } = compared;
  const { version, scorer } = judge;
  const { data, error, refetch, isFetching } = useQuery(differingCases({ ...compared, judge }));
  const router = useRouter();
  const draft = useDraft(`judge examples:${projectId}:${type}:${other}`);
  // The editor goes on with it.
  const [saved] = useState(() => fieldsOf(scorer));
  const next = useFormDraft(scorerDraftKey(projectId, version), saved, versionName(version.version_index));
  const messages = messagesOf(next.fields);
  const [tries, setTries] = useState(0);
  const isTried = tries > 0;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const marked = tries > 0 ? form.current?.querySelector<HTMLElement>("[aria-invalid=true]") : undefined;
    marked?.focus();
    // The buttons below cover the end of the list.
    marked?.scrollIntoView({ block: "center" });
  }, [tries]);
  if (error && !data)
    return <ErrorState title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data)
    return (
      <div role="status" aria-label="Loading calls">
        <Skeleton className="h-32" />
      </div>
    );
  const impossible = whyNoExamples(messages);
  if (impossible !== undefined) return <InlineBanner tone="warning">{impossible}</InlineBanner>;
  const asked = scorer.definition.score;
  const choices = readChoices(draft.text);
  const choiceOf = (one: DifferingCase) => choices.get(one.ref) ?? firstChoice(one);
  const chosen = data.cases.flatMap((one) => {
    const { isChosen, score: text, reasoning } = choiceOf(one);
    if (!isChosen || one.input === undefined || unavailable(one, messages) !== undefined) return [];
    const score = scoreOfValue(asked, text.trim());
    const example = score === undefined ? undefined : { input: one.input, score, reasoning: reasoning.trim() };
    const problem = example ? exampleProblem(asked, example) : `Choose the score: ${possibleScores(asked)}`;
    return { ref: one.ref, example, problem };
  });
  const examples = chosen.flatMap(({ example, problem }) => (example && problem === undefined ? example : []));
  const isComplete = examples.length === chosen.length;
  const added = addExamples({ messages, score: asked }, examples);
  const submit = () => {
    setTries(tries + 1);
    if (chosen.length === 0 || !isComplete || "problem" in added) return;
    const message = next.fields.message || `${counted(examples.length, "example")} from ${typeWords(other)}`;
    next.change({ type: "judge", messages: JSON.stringify(added.messages), message });
    draft.clear();
    onClose();
    const { object_id: name, digest } = version;
    router.push(withSearch(objectPath(projectId, { kind: "object", name, digest }), { edit: "true" }));
  };
  const problem =
    chosen.length === 0
      ? "Select at least one call."
      : isComplete
        ? "problem" in added && added.problem
        : "Complete the marked examples.";
  return (
    <form ref={form} aria-label="Examples" noValidate onSubmit={onSubmit(submit)} className="grid min-w-0 gap-3">
      <p className="text-meta text-muted tabular-nums">{countWords(data)}</p>
      <DraftNote draft={draft} />
      <ul aria-label="Calls" className="border-b border-line empty:hidden">
        {data.cases.map((one) => (
          <ExampleCase
            key={one.ref}
            compared={compared}
            asked={asked}
            differing={one}
            choice={choiceOf(one)}
            unavailable={unavailable(one, messages)}
            warning={warning(one, messages)}
            problem={isTried ? chosen.find(({ ref }) => ref === one.ref)?.problem : undefined}
            onChange={(change) =>
              draft.setText((now) => {
                const known = readChoices(now);
                const choice = { ...(known.get(one.ref) ?? firstChoice(one)), ...change };
                return writeChoices(new Map(known).set(one.ref, choice));
              })
            }
          />
        ))}
      </ul>
      <div className="sticky -bottom-4 -mx-4 -mb-4 grid gap-2 border-t border-line bg-float px-4 py-3">
        {isTried && problem && <InlineBanner tone="error">{problem}</InlineBanner>}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="mr-auto text-meta text-muted tabular-nums max-sm:w-full">
            {formatCount(chosen.length)} selected, room for {formatCount(roomForExamples(messages))}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Preview in editor
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Of a call that was not chosen yet: the person's verdict. */
function firstChoice({ given: { score, comment = "" } }: DifferingCase): ExampleChoice {
  return { isChosen: false, score: score === undefined ? "" : String(score), reasoning: comment };
}

function unavailable({ input }: DifferingCase, messages: readonly JudgeMessage[]): string | undefined {
  if (input === undefined)
    return "What the judge was asked is not known: its call has no user message, or was deleted.";
  return hasExample(messages, input) ? "Already an example of this judge." : undefined;
}

function warning({ input }: DifferingCase, messages: readonly JudgeMessage[]): string | undefined {
  const message = caseMessage(messages);
  if (input === undefined || !message || isCaseOf(message, input)) return undefined;
  return "The judge was asked in other words than those of its last message now. Change the example in the editor.";
}

function countWords({ cases, count, isCut }: DifferingCases): string {
  const of = isCut ? ` among the newest ${formatCount(COMPARED_RECORDS)} records` : "";
  if (count === 0) return `No differences in this range${of}.`;
  const shown = cases.length < count ? ` The newest ${formatCount(cases.length)} are listed.` : "";
  return `${counted(count, "call")} with different values${of}.${shown} Values that the judge cannot give count as different, and you choose their score.`;
}
