"use client";

import { Wrench } from "lucide-react";
import { useId, useState } from "react";

import { prettyText } from "@/lib/json/pretty";
import { visibleText } from "@/components/json/visible-text";
import { Button } from "@/components/ui/button";
import { LongText } from "@/components/ui/long-text";
import { Textarea } from "@/components/ui/textarea";
import type { ToolCallView } from "@/lib/chat/answer";

interface ToolAnswersProps {
  calls: readonly ToolCallView[];
  /** Absent while the answer is incomplete. */
  onContinue?: (results: string[]) => void;
}

/** Arguments longer than this are not formatted. */
const PRETTY_CHARS = 20_000;

/** The tool calls of the model, each with a field for its result; then the conversation continues. */
export function ToolAnswers({ calls, onContinue }: ToolAnswersProps) {
  const id = useId();
  const [results, setResults] = useState<Readonly<Record<number, string>>>({});
  return (
    <div className="grid gap-3">
      {calls.map((call, index) => (
        // A call is identified by its index.
        <div
          key={index}
          role="group"
          aria-label={`Tool call ${call.name}`}
          className="grid gap-1.5 border-l-2 border-line-strong pl-3"
        >
          <div className="flex min-w-0 items-center gap-1.5 text-meta">
            <Wrench aria-hidden className="size-3.5 shrink-0 text-muted" />
            <span className="truncate font-mono font-medium">{call.name || "tool"}</span>
            <span className="truncate font-mono text-label text-muted">{call.id}</span>
          </div>
          <LongText
            mono
            text={visibleText((call.arguments.length < PRETTY_CHARS && prettyText(call.arguments)) || call.arguments)}
          />
          {onContinue && (
            <>
              <label htmlFor={`${id}-${index}`} className="text-label text-muted">
                Result of {call.name || "the tool"}
              </label>
              <Textarea
                id={`${id}-${index}`}
                rows={1}
                value={results[index] ?? ""}
                onChange={(event) => setResults({ ...results, [index]: event.target.value })}
                className="max-h-60 min-h-7 resize-none font-mono text-meta [field-sizing:content]"
              />
            </>
          )}
        </div>
      ))}
      {onContinue && (
        <span>
          <Button onClick={() => onContinue(calls.map((_call, index) => results[index] ?? ""))}>
            Continue with {calls.length === 1 ? "this result" : "these results"}
          </Button>
        </span>
      )}
    </div>
  );
}
