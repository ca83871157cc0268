"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LightMarkdown } from "@/components/ui/light-markdown";
import { onSubmit } from "@/components/ui/on-submit";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusIcon } from "@/components/ui/status-icon";
import { Timestamp } from "@/components/ui/timestamp";
import type { CallRow } from "@/lib/contract/calls";
import { readAnyRef } from "@/lib/contract/refs";
import { callName } from "@/lib/format/call-name";
import { durationParts } from "@/lib/format/duration";
import { similarCalls } from "@/lib/queries/similar-calls";

interface ChooseTraceProps {
  projectId: string;
  /** The call that is compared; undefined until it has been read. */
  row: CallRow | undefined;
  /** The error of the selected id, if it cannot be read. */
  problem: string | undefined;
  onChoose: (id: string) => void;
}

/** Selects the other side of a comparison: by id or ref, or from the newest calls of the same op. */
export function ChooseTrace({ projectId, row, problem, onChoose }: ChooseTraceProps) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string>();
  const { data: similar, isLoading } = useQuery({
    ...similarCalls(projectId, row?.op_name ?? ""),
    enabled: row?.op_name !== undefined,
  });
  const others = similar?.filter(({ id }) => id !== row?.id);
  return (
    <section
      aria-label="Choose a call for comparison"
      className="mx-auto grid w-full max-w-160 grid-cols-1 gap-4 px-4 py-8"
    >
      <h2 className="text-section font-semibold">Compare with another call</h2>
      <form
        className="grid gap-2"
        onSubmit={onSubmit(() => {
          const id = callIdOf(text.trim(), projectId);
          setWrong(id === undefined ? "This ref does not point to a call in this project." : undefined);
          if (id) onChoose(id);
        })}
      >
        <Field label="Call ID or ref" error={wrong ?? problem}>
          {(control) => (
            <Input
              {...control}
              value={text}
              spellCheck={false}
              autoComplete="off"
              className="font-mono text-meta"
              onChange={(event) => {
                setText(event.target.value);
                setWrong(undefined);
              }}
            />
          )}
        </Field>
        <Button type="submit" className="justify-self-start" disabled={text.trim() === ""}>
          Compare
        </Button>
      </form>
      {isLoading && <Skeleton className="w-2/3" />}
      {others && others.length > 0 && row && (
        <div className="grid grid-cols-1 gap-1">
          <h3 className="text-meta text-muted">Newest calls to {callName({ ...row, display_name: undefined })}</h3>
          <ul className="grid grid-cols-1">
            {others.map((other) => (
              <li key={other.id}>
                <button
                  type="button"
                  onClick={() => onChoose(other.id)}
                  className="flex h-8 w-full min-w-0 items-center gap-3 rounded-control px-2 text-left text-meta hover:bg-hover"
                >
                  {other.overview && <StatusIcon status={other.overview.status} />}
                  <Timestamp at={other.started_at} className="shrink-0" />
                  <span className="w-16 shrink-0 text-right">
                    <Quantity parts={durationParts(other.overview?.latency_ms)} />
                  </span>
                  <bdi className="min-w-0 truncate text-muted">
                    {other.overview?.input_preview === undefined ? (
                      other.id
                    ) : (
                      <LightMarkdown line={other.overview.input_preview} />
                    )}
                  </bdi>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {others?.length === 0 && <p className="text-meta text-muted">This project has no other calls to this op.</p>}
    </section>
  );
}

/** Undefined for a ref that is not a call's. */
function callIdOf(text: string, projectId: string): string | undefined {
  if (!text.includes(":///")) return text;
  const ref = readAnyRef(text);
  return ref?.kind === "call" && `${ref.entity}/${ref.project}` === projectId ? ref.id : undefined;
}
