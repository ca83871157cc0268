"use client";

import { ChevronRight } from "lucide-react";

import { prettyText } from "@/components/json/pretty";
import { visibleText } from "@/components/json/visible-text";
import { Badge } from "@/components/ui/badge";
import { LongText } from "@/components/ui/long-text";
import { Markdown } from "@/components/ui/markdown";
import type { ChoiceView } from "@/lib/chat/answer";

import { LogProbabilities } from "./log-probabilities";
import { ToolAnswers } from "./tool-answers";
import type { AnswerLook } from "./use-answer-look";

interface AnswerBodyProps {
  choice: ChoiceView;
  look: AnswerLook;
  isRunning: boolean;
  onContinue: (results: string[]) => void;
  onFork: (text: string) => void;
}

/** A JSON answer longer than this is not laid out. */
const PRETTY_CHARS = 60_000;

/** One choice of an answer: reasoning folded, then what was said, then the tools it asks for. */
export function AnswerBody({ choice, look, isRunning, onContinue, onFork }: AnswerBodyProps) {
  const { content, reasoning, refusal, toolCalls, tokens } = choice;
  const isEmpty = content === "" && toolCalls.length === 0 && refusal === "";
  return (
    <div className="grid gap-3">
      {reasoning !== "" && (
        <details className="group/fold" open={isRunning && content === ""}>
          <summary className="flex list-none items-center gap-1 text-meta leading-5 text-muted hover:text-ink">
            <ChevronRight aria-hidden className="size-3 transition-transform group-open/fold:rotate-90" />
            Reasoning
          </summary>
          <LongText text={visibleText(reasoning)} className="mt-1 border-l-2 border-line pl-3 text-muted" />
        </details>
      )}
      {refusal !== "" && (
        <div>
          <Badge tone="warning">refusal</Badge>
          <LongText text={visibleText(refusal)} className="mt-1" />
        </div>
      )}
      {look === "tokens" && tokens.length > 0 ? (
        <LogProbabilities tokens={tokens} onFork={onFork} />
      ) : (
        content !== "" && <Said text={content} look={look} />
      )}
      {look === "tokens" && tokens.length === 0 && content !== "" && !isRunning && (
        <p className="text-meta text-muted">
          No log-probabilities came with this answer: set <code>logprobs</code> to true, and <code>top_logprobs</code>{" "}
          for alternatives.
        </p>
      )}
      {toolCalls.length > 0 && <ToolAnswers calls={toolCalls} onContinue={isRunning ? undefined : onContinue} />}
      {isEmpty && !isRunning && <p className="text-muted">The answer is empty.</p>}
    </div>
  );
}

function Said({ text, look }: { text: string; look: AnswerLook }) {
  const json = text.length < PRETTY_CHARS && /^\s*[{[]/.test(text) ? prettyText(text) : undefined;
  if (look === "plain") return <LongText text={visibleText(text)} />;
  if (json) return <LongText mono text={visibleText(json)} />;
  return <Markdown text={visibleText(text)} />;
}
