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
  /** The parameters of a model call, shown with its output, or below its input if there is none. */
  parameters: ReactNode;
  payload: (side: PayloadSide) => ReactNode;
}

/** Why a call failed, its input, output and details, from top to bottom. */
export function CallOverview({ call, exceptions, row, usage, now, toggle, parameters, payload }: CallOverviewProps) {
  const hasOutput = call.output !== undefined || call.exception === undefined;
  const failure = exceptions.length > 0 && (
    <Section title={exceptions.length === 1 ? "Exception" : "Exceptions"}>
      <Exceptions exceptions={exceptions} />
    </Section>
  );
  // What the call failed with comes first; what it only recorded is part of what it did.
  const hasFailed = call.exception !== undefined;
  return (
    <>
      {hasFailed && failure}
      <Section title="Input" actions={toggle}>
        {payload("input")}
        {!hasOutput && parameters}
      </Section>
      {!hasFailed && failure}
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
