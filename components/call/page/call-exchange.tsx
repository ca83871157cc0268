"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";

import { ErrorState } from "@/components/ui/error-state";
import { Exceptions } from "@/components/ui/exceptions";
import { takesParameters } from "@/lib/contract/call-kinds";
import type { Call } from "@/lib/contract/calls";
import { callDetail } from "@/lib/queries/trace";
import { readExceptions } from "@/lib/trace/exceptions";

import { RowNote } from "../conversation/row-note";
import { useRowValues } from "../conversation/use-row-values";
import { CallSkeleton } from "./call-skeleton";
import { LookToggle } from "./look-toggle";
import { Payload } from "./payload";
import { Section } from "./section";
import { useConversation } from "./use-conversation";
import { usePayloadLook } from "./use-payload-look";

// Shown for calls of models.
const ParameterChips = dynamic(async () => (await import("./parameter-chips")).ParameterChips, {
  ssr: false,
  loading: () => <div className="h-6" />,
});

interface CallExchangeProps {
  projectId: string;
  callId: string;
  /** Whether the page shows other calls in the same way. */
  isRepeated?: boolean;
}

/** Input and output of a call, for annotators: without its tree, and without keyboard shortcuts. */
export function CallExchange({ projectId, callId, isRepeated }: CallExchangeProps) {
  const { data: call, error, refetch, isFetching } = useQuery(callDetail(projectId, callId));
  if (call) return <Exchange call={call} isRepeated={isRepeated} />;
  if (!error) return <CallSkeleton label="Loading call" />;
  return (
    <ErrorState
      title="Could not load the call"
      description={error.message}
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function Exchange({ call, isRepeated }: { call: Call; isRepeated: boolean | undefined }) {
  const [look, setLook] = usePayloadLook();
  const read = useRowValues(call.project_id, call);
  const chat = useConversation(read.inputs, read.output);
  const hasOutput = call.output !== undefined || call.exception === undefined;
  const parameters = takesParameters(call.overview?.kind) && <ParameterChips call={call} />;
  const toggle = chat.conversation && <LookToggle look={look} onChange={setLook} />;
  return (
    <div className="@container px-4 py-2">
      <Section title="Input" actions={toggle} isRepeated={isRepeated}>
        {chat.conversation && look !== "json" && <RowNote refs={read.refs.input} />}
        <Payload json={call.inputs} side="input" chat={chat} look={look} onLook={setLook} absent="No input." />
      </Section>
      {call.exception !== undefined && (
        <Section title="Exception" isRepeated={isRepeated}>
          {!hasOutput && parameters}
          <Exceptions exceptions={readExceptions(call)} />
        </Section>
      )}
      {hasOutput && (
        <Section title="Output" isRepeated={isRepeated}>
          {parameters}
          <Payload json={call.output} side="output" chat={chat} look={look} onLook={setLook} absent="No output." />
        </Section>
      )}
    </div>
  );
}
