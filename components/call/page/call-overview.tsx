"use client";

import type { ReactNode } from "react";

import { Exceptions } from "@/components/ui/exceptions";
import type { Call, CallRow, TokenUsage } from "@/lib/contract/calls";
import type { CallException } from "@/lib/trace/exceptions";

import { CallDetails } from "./call-details";
import { Payload } from "./payload";
import { Section } from "./section";
import type { CallChat } from "./use-conversation";
import type { PayloadLook } from "./use-payload-look";

interface CallOverviewProps {
  call: Call;
  exceptions: readonly CallException[];
  row: CallRow | undefined;
  usage: TokenUsage | undefined;
  now: number;
  chat: CallChat;
  look: PayloadLook;
  onLook: (look: PayloadLook) => void;
  toggle: ReactNode;
  /** Shown where there is no output. */
  absent: string;
}

/** Input, output and details of a call, from top to bottom. */
export function CallOverview(props: CallOverviewProps) {
  const { call, exceptions, row, usage, now, chat, look, onLook, toggle, absent } = props;
  return (
    <>
      <Section title="Input" actions={toggle}>
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
      {exceptions.length > 0 && (
        <Section title={exceptions.length === 1 ? "Exception" : "Exceptions"}>
          <Exceptions exceptions={exceptions} />
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
