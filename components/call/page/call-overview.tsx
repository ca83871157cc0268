"use client";

import type { ReactNode } from "react";

import { LongText } from "@/components/ui/long-text";
import type { Call, CallRow, TokenUsage } from "@/lib/contract/calls";
import type { Conversation as Chat } from "@/lib/trace/conversation";

import { CallDetails } from "./call-details";
import { Payload } from "./payload";
import { Section } from "./section";
import type { PayloadLook } from "./use-payload-look";

interface CallOverviewProps {
  call: Call;
  row: CallRow | undefined;
  usage: TokenUsage | undefined;
  now: number;
  conversation: Chat | undefined;
  look: PayloadLook;
  toggle: ReactNode;
  /** Said where there is no output. */
  absent: string;
}

/** Input, output and what is known of a call, read downwards. */
export function CallOverview(props: CallOverviewProps) {
  const { call, row, usage, now, conversation, look, toggle, absent } = props;
  return (
    <>
      <Section title="Input" beside={toggle}>
        <Payload
          json={call.inputs}
          name="inputs"
          label="Input"
          messages={conversation?.input}
          look={look}
          absent="No input."
          className="max-h-[50vh]"
        />
      </Section>
      {call.exception !== undefined && (
        <Section title="Exception">
          <LongText mono text={call.exception} className="rounded-control bg-error-soft px-3 py-2 text-error" />
        </Section>
      )}
      {(call.output !== undefined || call.exception === undefined) && (
        <Section title="Output">
          <Payload
            json={call.output}
            name="output"
            label="Output"
            messages={conversation?.output}
            look={look}
            absent={absent}
            className="max-h-[50vh]"
          />
        </Section>
      )}
      <CallDetails call={call} row={row} usage={usage} now={now} />
    </>
  );
}
