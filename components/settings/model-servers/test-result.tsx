import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { InlineBanner } from "@/components/ui/inline-banner";
import type { ConnectionTest } from "@/lib/contract/connections";
import { formatDuration } from "@/lib/format/duration";
import { counted } from "@/lib/format/number";

import { errorWords, someModels } from "./server-words";

interface TestResultProps {
  result: ConnectionTest | undefined;
  /** Why the test could not be made. */
  error: Error | null;
  isPending: boolean;
}

/** What a test of a model server has found: its models, and the answer to one question. */
export function TestResult({ result, error, isPending }: TestResultProps) {
  return (
    <div role="status" aria-label="Test" className="grid gap-2 empty:hidden">
      {isPending ? (
        <p className="text-muted">Listing its models and asking one of them a question…</p>
      ) : error ? (
        <InlineBanner tone="error">Could not test it: {errorWords(error)}</InlineBanner>
      ) : (
        result && <Found {...result} />
      )}
    </div>
  );
}

function Found({ list, answer }: ConnectionTest) {
  return (
    <ul className="grid gap-2">
      <Step isGood={!list.problem} ms={list.latency_ms} words={list.problem ? "Models" : counted(list.count, "model")}>
        {list.problem?.message}
        {list.problem && list.models.length > 0 && " "}
        {list.models.length > 0 && <bdi className="text-muted">{someModels(list.models, list.count)}</bdi>}
      </Step>
      {answer ? (
        <Step isGood={!answer.problem} ms={answer.latency_ms} words="Answer">
          <bdi className="font-medium">{answer.model}</bdi>{" "}
          {answer.problem ? answer.problem.message : answerWords(answer.text)}
        </Step>
      ) : (
        <li className="text-muted">No model was asked a question.</li>
      )}
    </ul>
  );
}

function answerWords(text: string | undefined) {
  if (!text) return <span className="text-muted">responded without text, as reasoning models may</span>;
  return (
    <>
      answered “<bdi>{text}</bdi>”
    </>
  );
}

interface StepProps {
  isGood: boolean;
  ms: number;
  words: string;
  children: ReactNode;
}

function Step({ isGood, ms, words, children }: StepProps) {
  return (
    <li className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={isGood ? "success" : "error"}>{isGood ? "Works" : "Problem"}</Badge>
        <span className="font-medium">{words}</span>
        <span className="text-muted tabular-nums">{formatDuration(ms)}</span>
      </span>
      <span className="wrap-anywhere">{children}</span>
    </li>
  );
}
