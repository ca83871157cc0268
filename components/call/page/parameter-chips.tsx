"use client";

import { useMemo } from "react";

import { Badge } from "@/components/ui/badge";
import type { Call } from "@/lib/contract/calls";
import { readModelParameters } from "@/lib/trace/model-parameters";
import { readTools } from "@/lib/trace/tool-definitions";

/** Characters of a value that are shown; its title has all of them. */
const SHOWN_CHARS = 40;
const NAMED_TOOLS = 12;
/** Larger inputs are not read for it, so that the page stays responsive; they are shown as they are. */
const LARGE_CHARS = 1_000_000;

/** The parameters with which a model was called, beside its answer. */
export function ParameterChips({ call }: { call: Call }) {
  const chips = useMemo(
    () => chipsOf(call),
    // A call that is read again has new text objects, mostly of the same text.
    [call.inputs.text, call.attributes.text], // oxlint-disable-line react/exhaustive-deps -- as above
  );
  if (chips.length === 0) return undefined;
  return (
    <ul aria-label="Model parameters" className="flex flex-wrap gap-1 pb-1">
      {chips.map(({ name, value, title }) => (
        <li key={name} title={title} className="min-w-0">
          <Badge>
            <span className="font-normal">{name}</span>{" "}
            <span className="truncate text-ink">
              {value.length > SHOWN_CHARS ? `${value.slice(0, SHOWN_CHARS)}…` : value}
            </span>
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function chipsOf({ inputs: sent, attributes }: Call): { name: string; value: string; title: string }[] {
  const inputs = sent.text.length > LARGE_CHARS ? undefined : sent;
  const chips = readModelParameters({ inputs, attributes }).map(({ name, value }) => ({
    name,
    value,
    title: `${name}: ${value}`,
  }));
  const tools = [...readTools(inputs).keys()];
  if (tools.length === 0) return chips;
  const names = tools.slice(0, NAMED_TOOLS).join(", ");
  const title = `tools: ${names}${tools.length > NAMED_TOOLS ? ` and ${tools.length - NAMED_TOOLS} more` : ""}`;
  return [...chips, { name: "tools", value: String(tools.length), title }];
}
