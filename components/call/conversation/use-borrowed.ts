"use client";

import { useQuery } from "@tanstack/react-query";

import type { Call, CallOverview } from "@/lib/contract/calls";
import { callDetail } from "@/lib/queries/trace";

/** The payloads that a call shows, and the calls they are from if those are other ones. */
export interface ShownPayloads extends Pick<Call, "inputs" | "output"> {
  from: { input: Call | undefined; output: Call | undefined };
}

/** A root without an input or output shows that of a model call of its trace, which `overview` names. */
export function useBorrowed(call: Call, overview: CallOverview | undefined): ShownPayloads {
  const input = useLender(call.project_id, overview?.borrowed?.input);
  const output = useLender(call.project_id, overview?.borrowed?.output);
  return {
    inputs: input ? input.inputs : call.inputs,
    output: output ? output.output : call.output,
    from: { input, output },
  };
}

function useLender(projectId: string, id: string | undefined): Call | undefined {
  const { data } = useQuery({ ...callDetail(projectId, id ?? ""), enabled: id !== undefined });
  return id === undefined ? undefined : data;
}
