"use client";

import Link from "next/link";
import { useMemo } from "react";

import { JsonView } from "@/components/json/json-view";
import { Fold } from "@/components/ui/fold";
import { Timestamp } from "@/components/ui/timestamp";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { refPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { callRefsOf } from "@/lib/training/call-refs";
import { readTrajectoryMessages } from "@/lib/training/trajectory-messages";

import type { ConversationOf } from "./conversation-of";

interface TrajectoryViewProps {
  /** As it was sent, or will be sent. */
  trajectory: JsonText;
  conversation: ConversationOf;
}

/** Shown above the other fields, or in the row that opens this. */
const shownElsewhere = new Set(["messages_and_choices", "reward", "start_time"]);
const shownRefs = 20;

/** The messages of a trajectory, the calls that it was taken from, and its other fields. */
export function TrajectoryView({ trajectory, conversation }: TrajectoryViewProps) {
  const { text } = trajectory;
  const read = useMemo(() => {
    const node = JsonNode.parse(new JsonText(text));
    const parsed = readTrajectoryMessages(node);
    const others = [...node.entries()].filter(
      ([name, { raw }]) => !shownElsewhere.has(name) && !isNothing(raw) && !(name === "tools" && parsed?.tools.size),
    );
    return {
      conversation: parsed,
      refs: callRefsOf(node),
      startTime: node.get("start_time")?.string(),
      others: others.map(([name, field]) => ({ name, size: field.size, json: new JsonText(field.raw) })),
      whole: new JsonText(text),
    };
  }, [text]);
  return (
    <div className="@container grid min-w-0 gap-2">
      {read.conversation ? (
        conversation(read.conversation.messages, read.conversation.tools)
      ) : (
        <JsonView json={read.whole} name="trajectory" label="Trajectory" className="max-h-80" />
      )}
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted">
        {read.startTime !== undefined && (
          <div className="flex gap-1.5">
            <dt>Started</dt>
            <dd className="text-ink">
              <Timestamp at={read.startTime} style="full" />
            </dd>
          </div>
        )}
        {read.conversation !== undefined && read.conversation.logprobs > 0 && (
          <div className="flex gap-1.5">
            <dt>Tokens with log-probabilities</dt>
            <dd className="text-ink">{formatCount(read.conversation.logprobs)}</dd>
          </div>
        )}
        {read.refs.length > 0 && (
          <div className="flex min-w-0 flex-wrap gap-x-1.5">
            <dt>Taken from</dt>
            {read.refs.slice(0, shownRefs).map(({ ref, text: written }) => (
              <dd key={written} className="max-w-full min-w-0 truncate">
                <Link href={refPath(ref)} prefetch={false} title={written} className="text-accent-ink underline">
                  call {ref.id}
                </Link>
              </dd>
            ))}
            {read.refs.length > shownRefs && <dd>and {formatCount(read.refs.length - shownRefs)} more</dd>}
          </div>
        )}
      </dl>
      {read.others.map(({ name, json, size }) => (
        <Fold
          key={name}
          summary={
            <span className="truncate">
              {name}
              {size > 0 && <span className="ml-1.5 text-faint">{formatCount(size)}</span>}
            </span>
          }
        >
          <JsonView json={json} name={name} label={name} className="max-h-60" />
        </Fold>
      ))}
    </div>
  );
}

function isNothing(raw: string): boolean {
  return raw === "null" || raw === "[]" || raw === "{}";
}
