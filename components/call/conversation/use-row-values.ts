"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import type { Call } from "@/lib/contract/calls";
import { rowValues } from "@/lib/queries/row-values";
import { rowRefsIn, withRefValues } from "@/lib/trace/payload-refs";

/** Payloads to read messages from, and the refs that their texts are from. */
interface ReadPayloads extends Pick<Call, "inputs" | "output"> {
  refs: { input: readonly string[]; output: readonly string[] };
}

/** The payloads of a call with the values of a dataset's rows in the place of refs to them, once these are read. */
export function useRowValues(projectId: string, { inputs, output }: Pick<Call, "inputs" | "output">): ReadPayloads {
  const refs = useMemo(
    () => ({ input: rowRefsIn(projectId, inputs), output: rowRefsIn(projectId, output) }),
    // oxlint-disable-next-line react/exhaustive-deps -- a call that is read again has new objects of the same text
    [projectId, inputs.text, output?.text],
  );
  const asked = useMemo(() => [...new Set([...refs.input, ...refs.output])], [refs]);
  const { data: values } = useQuery({ ...rowValues(asked), enabled: asked.length > 0 });
  return useMemo(() => {
    if (!values) return { inputs, output, refs: { input: [], output: [] } };
    const isKnown = (ref: string) => values.get(ref)?.kind !== "null";
    return {
      inputs: withRefValues(inputs, values),
      output: output && withRefValues(output, values),
      refs: { input: refs.input.filter(isKnown), output: refs.output.filter(isKnown) },
    };
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [inputs.text, output?.text, refs, values]);
}
