"use client";

import { useMemo } from "react";

import { JsonView } from "@/components/json/json-view";
import type { Call } from "@/lib/contract/calls";
import { toJsonText } from "@/lib/json/text";
import { sentSummary } from "@/lib/trace/weave-summary";

import { Section } from "./section";

/** The attributes and the summary of a call. */
export function CallAttributes({ call }: { call: Call }) {
  const summary = useMemo(() => sentSummary(call.summary), [call.summary]);
  return (
    <>
      <Section title="Attributes">
        <JsonView json={call.attributes} name="attributes" label="Attributes" className="max-h-[60vh]" />
      </Section>
      {summary && (
        <Section title="Summary">
          <JsonView json={summary} name="summary" label="Summary" className="max-h-[60vh]" />
        </Section>
      )}
    </>
  );
}

/** The whole record as the service returned it. */
export function RawCall({ call }: { call: Call }) {
  const json = useMemo(() => toJsonText(call), [call]);
  return <JsonView json={json} name="call" label="Call record" className="h-full max-sm:max-h-[70dvh]" />;
}
