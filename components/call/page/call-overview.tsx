"use client";

import type { ReactNode } from "react";

import type { Call, CallRow, TokenUsage } from "@/lib/contract/calls";

import { CallDetails } from "./call-details";
import { Exception } from "./exception";
import { Payload } from "./payload";
import { Section } from "./section";
import type { CallChat } from "./use-conversation";
import type { PayloadLook } from "./use-payload-look";

interface CallOverviewProps {
  call: Call;
  row: CallRow | undefined;
  usage: TokenUsage | undefined;
  now: number;
  chat: CallChat;
  look: PayloadLook;
  onLook: (look: PayloadLook) => void;
  toggle: ReactNode;
  /** Said where there is no output. */
  absent: string;
}

/** Input, output and what is known of a call, read downwards. */
export function CallOverview(props: CallOverviewProps) {
  const { call, row, usage, now, chat, look, onLook, toggle, absent } = props;
  return (
    <>
      <Section title="Input" beside={toggle}>
        <Payload
          json={call.inputs}
          side="input"
          chat={chat}
          look={look}
          onLook={onLook}
          absent="No input."
          className="max-h-[50vh]"
        />
      </Section>
      {call.exception !== undefined && (
        <Section title="Exception">
          <Exception text={call.exception} />
        </Section>
      )}
      {(call.output !== undefined || call.exception === undefined) && (
        <Section title="Output">
          <Payload
            json={call.output}
            side="output"
            chat={chat}
            look={look}
            onLook={onLook}
            absent={absent}
            className="max-h-[50vh]"
          />
        </Section>
      )}
      <CallDetails call={call} row={row} usage={usage} now={now} />
    </>
  );
}
