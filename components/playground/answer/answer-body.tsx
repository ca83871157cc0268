"use client";

import { ChevronRight } from "lucide-react";
import { useMemo } from "react";

import { prettyText } from "@/lib/json/pretty";
import { visibleText } from "@/components/json/visible-text";
import { Badge } from "@/components/ui/badge";
import { LongText } from "@/components/ui/long-text";
import { onDemand } from "@/components/ui/on-demand";
import { Markdown } from "@/components/ui/markdown";
import type { MarkdownMark } from "@/components/ui/markdown-marks";
import type { ChoiceView } from "@/lib/chat/answer";
import type { PrefixPart } from "@/lib/playground/prefix";

import { ownContent } from "./continuation";
import { ForcedText, markOf } from "./forced-text";
import type { PaneRun } from "../pane-run";
import { ToolAnswers } from "./tool-answers";
import type { AnswerLook } from "./use-answer-look";

const logProbabilities = onDemand(() => import("./log-probabilities"));

interface AnswerBodyProps {
  run: PaneRun;
  choice: ChoiceView;
  look: AnswerLook;
  isRunning: boolean;
  onContinue: (results: string[]) => void;
  onFork: (prefix: PrefixPart[]) => void;
}

/** A JSON answer longer than this is not formatted. */
const PRETTY_CHARS = 60_000;

/** One choice of an answer: collapsed reasoning, then the content, then the tool calls. */
export function AnswerBody({ run, choice, look, isRunning, onContinue, onFork }: AnswerBodyProps) {
  const { reasoning, refusal, toolCalls, tokens } = choice;
  const { prefix } = run;
  // Until they are loaded, the answer is text.
  const tokensView = logProbabilities.useNeeded(look === "tokens", () => undefined);
  const content = ownContent(run, choice.content);
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
      {look === "tokens" && tokens.length > 0 && tokensView ? (
        <tokensView.LogProbabilities prefix={prefix} tokens={tokens} onFork={onFork} />
      ) : (
        (content !== "" || prefix.length > 0) && <AnswerText prefix={prefix} text={content} look={look} />
      )}
      {look === "tokens" && tokens.length === 0 && content !== "" && !isRunning && (
        <p className="text-meta text-muted">
          This answer has no log-probabilities. Set <code>logprobs</code> to true, and <code>top_logprobs</code> for
          alternatives.
        </p>
      )}
      {toolCalls.length > 0 && <ToolAnswers calls={toolCalls} onContinue={isRunning ? undefined : onContinue} />}
      {isEmpty && !isRunning && <p className="text-muted">The answer is empty.</p>}
    </div>
  );
}

function AnswerText({ prefix, text, look }: { prefix: readonly PrefixPart[]; text: string; look: AnswerLook }) {
  const isLaidOut = text.length < PRETTY_CHARS && look !== "plain";
  const isJson = isLaidOut && /^\s*[{[]/.test((prefix[0]?.text ?? "") + text);
  const json = isJson && prefix.length === 0 ? prettyText(text) : undefined;
  if (json) return <LongText mono text={visibleText(json)} />;
  if (!isLaidOut || (isJson && prefix.length > 0))
    return <LongText mono={isJson} lead={<ForcedText parts={prefix} />} text={visibleText(text)} />;
  return <Formatted prefix={prefix} text={visibleText(text)} />;
}

function Formatted({ prefix, text }: { prefix: readonly PrefixPart[]; text: string }) {
  const { start, marks } = useMemo(() => {
    const found: MarkdownMark[] = [];
    let written = "";
    for (const part of prefix) {
      const shown = visibleText(part.text);
      found.push({ ...markOf(part), start: written.length, end: written.length + shown.length });
      written += shown;
    }
    return { start: written, marks: found };
  }, [prefix]);
  return <Markdown text={start + text} marks={marks} />;
}
