"use client";

import { useState } from "react";

import { prettyText } from "@/lib/json/pretty";
import { CodeEditor } from "@/components/ui/code-editor";
import type { Pane } from "@/lib/playground/document";
import { sameParameters } from "@/lib/playground/document";
import { readParameters, writeParameters } from "@/lib/playground/request-body";

interface RawParametersProps {
  pane: Pane;
  onChange: (change: Partial<Omit<Pane, "id">>) => void;
}

/** The request without its messages, as JSON kept in sync with the form. */
export function RawParameters({ pane, onChange }: RawParametersProps) {
  const [typed, setTyped] = useState<string>();
  const written = writeParameters(pane.model, pane.parameters);
  if (written === undefined)
    return <p className="text-meta text-muted">A parameter in the form is not valid JSON. Fix it there first.</p>;
  // The typed text stays as it is until the form changes.
  const read = typed === undefined ? undefined : readTyped(typed);
  const isInStep = read && ("problem" in read || isSameAsPane(read, pane));
  const text = typed !== undefined && isInStep ? typed : (prettyText(written) ?? written);
  return (
    <CodeEditor
      label="Model and parameters as JSON"
      value={text}
      error={isInStep && "problem" in read ? read.problem : undefined}
      minHeight={160}
      maxHeight={560}
      onChange={(next) => {
        setTyped(next);
        const now = readTyped(next);
        if (!("problem" in now) && !isSameAsPane(now, pane)) onChange(now);
      }}
    />
  );
}

type Read = Pick<Pane, "model" | "parameters">;

function readTyped(text: string): Read | { problem: string | undefined } {
  try {
    return readParameters(text);
  } catch (error) {
    // The editor itself marks syntax errors with their line.
    const isSyntax = error instanceof Error && error.name === "JsonSyntaxError";
    return { problem: isSyntax ? undefined : String(error instanceof Error ? error.message : error) };
  }
}

function isSameAsPane(read: Read, pane: Pane): boolean {
  return read.model === pane.model && sameParameters(read.parameters, pane.parameters);
}
