"use client";

import { Plus, Trash2 } from "lucide-react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { JUDGE_MESSAGES, SCORER_TEXT_CHARS } from "@/lib/contract/limits";
import type { JudgeMessage } from "@/lib/scorer/form";

const roles = [
  { value: "system", label: "system" },
  { value: "user", label: "user" },
  { value: "assistant", label: "assistant" },
] as const;

interface JudgeMessagesProps {
  messages: readonly JudgeMessage[];
  problem: string | undefined;
  onChange: (messages: readonly JudgeMessage[]) => void;
}

/** The messages that a judge gets; they have texts only, unlike those of a prompt. */
export function JudgeMessages({ messages, problem, onChange }: JudgeMessagesProps) {
  const change = (index: number, next: Partial<JudgeMessage>) =>
    onChange(messages.map((message, at) => (at === index ? { ...message, ...next } : message)));
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 text-meta font-medium">Messages</legend>
      <ol className="grid gap-2">
        {messages.map(({ role, content, is_example: isExample }, index) => (
          // Messages have no identity other than their index.
          <li key={index} className="grid gap-1">
            <div className="flex items-center gap-2">
              <Select
                aria-label={`Role of message ${index + 1}`}
                options={roles}
                value={role}
                onValueChange={(next) => change(index, { role: next })}
              />
              {isExample && <span className="text-meta text-muted">Example, sent as written</span>}
              <IconButton
                icon={Trash2}
                className="ml-auto"
                label={`Remove message ${index + 1}`}
                onClick={() => onChange(messages.filter((_message, at) => at !== index))}
              />
            </div>
            <Textarea
              aria-label={`Content of message ${index + 1}`}
              rows={isExample ? 3 : 6}
              maxLength={SCORER_TEXT_CHARS}
              value={content}
              onChange={(event) => change(index, { content: event.target.value })}
            />
          </li>
        ))}
      </ol>
      {problem && <p className="text-meta text-error">{problem}</p>}
      <p className="text-meta text-muted">
        {
          "{{output}}, {{expected}} and the columns of the row, such as {{question}}, are filled in. The answer is asked for as JSON."
        }
      </p>
      {messages.length < JUDGE_MESSAGES && (
        <Button
          variant="ghost"
          icon={Plus}
          className="justify-self-start"
          onClick={() => onChange([...messages, { role: "user", content: "" }])}
        >
          Add message
        </Button>
      )}
    </fieldset>
  );
}
