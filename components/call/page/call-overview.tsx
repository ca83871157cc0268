"use client";

import type { ReactNode } from "react";

import { Exceptions } from "@/components/ui/exceptions";
import type { Call, CallRow, TokenUsage } from "@/lib/contract/calls";
import type { CallException } from "@/lib/trace/exceptions";

import { CallDetails } from "./call-details";
import type { PayloadSide } from "./payload";
import { Section } from "./section";

interface CallOverviewProps {
  call: Call;
  exceptions: readonly CallException[];
  row: CallRow | undefined;
  usage: TokenUsage | undefined;
  now: number;
  toggle: ReactNode;
  /** The parameters of a model call, shown with its output, or with its exception if there is no output. */
  parameters: ReactNode;
  payload: (side: PayloadSide) => ReactNode;
}

/** Input, output and details of a call, from top to bottom. */
export function CallOverview({ call, exceptions, row, usage, now, toggle, parameters, payload }: CallOverviewProps) {
  const hasOutput = call.output !== undefined || call.exception === undefined;
  return (
    <>
      <Section title="Input" actions={toggle}>
        {payload("input")}
      </Section>
      {exceptions.length > 0 && (
        <Section title={exceptions.length === 1 ? "Exception" : "Exceptions"}>
          {!hasOutput && parameters}
          <Exceptions exceptions={exceptions} />
        </Section>
      )}
      {hasOutput && (
        <Section title="Output">
          {parameters}
          {payload("output")}
        </Section>
      )}
      <CallDetails call={call} row={row} usage={usage} now={now} />
    </>
  );
}
