"use client";

import { useMemo, useState } from "react";

import { JsonView } from "@/components/json/json-view";
import { Button } from "@/components/ui/button";
import type { Call, CallOverview } from "@/lib/contract/calls";
import { formatCount } from "@/lib/format/number";
import { readConversation } from "@/lib/trace/conversation";
import { readTools } from "@/lib/trace/tool-definitions";
import { newMessages } from "@/lib/trace/turns";

import { BorrowedNote } from "./borrowed-note";
import { Conversation } from "./conversation";
import { RowNote } from "./row-note";
import { useBorrowed } from "./use-borrowed";
import { useRowValues } from "./use-row-values";

/**
 * The messages of one turn of a thread: those it adds to the conversation, and the answer; JSON if it is not a chat.
 */
export function TurnMessages({ call, overview }: { call: Call; overview: CallOverview | undefined }) {
  const [showsEarlier, setShowsEarlier] = useState(false);
  const { inputs, output, from } = useBorrowed(call, overview);
  const resolved = useRowValues(call.project_id, { inputs, output });
  const read = useMemo(() => {
    const conversation = readConversation(resolved.inputs, resolved.output);
    return (
      conversation && { ...newMessages(conversation.input), output: conversation.output, tools: readTools(inputs) }
    );
    // oxlint-disable-next-line react/exhaustive-deps -- a call that is read again has new objects of the same text
  }, [resolved.inputs.text, resolved.output?.text]);
  if (!read)
    return (
      <div className="grid gap-1 py-1">
        <BorrowedNote from={from.input} side="input" />
        <JsonView json={inputs} name="inputs" label="Input" className="max-h-60" />
        <BorrowedNote from={from.output} side="output" />
        {output && <JsonView json={output} name="output" label="Output" className="max-h-60" />}
      </div>
    );
  const { earlier, latest, output: answers, tools } = read;
  return (
    <>
      <BorrowedNote from={from.input} side="input" />
      <RowNote refs={resolved.refs.input} />
      {earlier.length > 0 && !showsEarlier && (
        <Button variant="ghost" size="small" onClick={() => setShowsEarlier(true)}>
          {formatCount(earlier.length)} earlier {earlier.length === 1 ? "message" : "messages"}
        </Button>
      )}
      <Conversation label="Input" messages={showsEarlier ? [...earlier, ...latest] : latest} tools={tools} />
      {answers.length > 0 && <BorrowedNote from={from.output} side="output" />}
      {answers.length > 0 && <Conversation label="Output" messages={answers} tools={tools} />}
    </>
  );
}
