"use client";

import { RotateCcw } from "lucide-react";
import { memo, useId } from "react";

import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { ChatParameter } from "@/lib/contract/chat-parameter";
import { parameterProblem, rangeWords } from "@/lib/playground/parameters";
import { schemaWarnings } from "@/lib/playground/schema-check";

import { ParameterControl } from "./parameter-control";
import { ParameterExample } from "./parameter-example";

interface ParameterRowProps {
  name: string;
  parameter: ChatParameter;
  text: string | undefined;
  /** The error of the service or the model server about it. */
  refusal: string | undefined;
  onChange: (name: string, text: string | undefined) => void;
}

/** One parameter: its meaning, default and range; a dot and a reset button if it was changed. */
export const ParameterRow = memo(function ParameterRow({
  name,
  parameter,
  text,
  refusal,
  onChange,
}: ParameterRowProps) {
  const id = useId();
  const problem = (text === undefined ? undefined : parameterProblem(name, text)) ?? refusal;
  const about = [
    capital(rangeWords(parameter)),
    parameter.default === undefined ? undefined : `Default ${JSON.stringify(parameter.default)}`,
  ].filter((words) => words !== undefined);
  const warnings = text === undefined || problem ? [] : schemaWarnings(name, text);
  const isWide = !["number", "integer", "boolean"].includes(parameter.form);
  return (
    <div data-parameter={name} className="grid gap-1 py-1.5">
      <div className={cn("grid items-center gap-x-2 gap-y-1", !isWide && "grid-cols-[minmax(0,1fr)_minmax(0,9rem)]")}>
        <div className="flex h-7 min-w-0 items-center gap-1.5">
          <label htmlFor={id} className="min-w-0 truncate font-mono text-meta" title={name}>
            {name}
          </label>
          {text !== undefined && (
            <>
              <span title="Changed" className="size-1.5 shrink-0 rounded-full bg-accent">
                <span className="sr-only">changed</span>
              </span>
              <IconButton
                icon={RotateCcw}
                label={`Reset ${name}`}
                size="small"
                className={cn(isWide && "ml-auto")}
                onClick={() => onChange(name, undefined)}
              />
            </>
          )}
        </div>
        <ParameterControl
          id={id}
          name={name}
          parameter={parameter}
          text={text}
          problem={problem}
          describedBy={`${id}-about`}
          onChange={(next) => onChange(name, next)}
        />
      </div>
      {text === undefined && <ParameterExample name={name} onUse={(example) => onChange(name, example)} />}
      <div id={`${id}-about`} className="text-label text-muted">
        {problem && <p className="text-meta wrap-anywhere text-error">{problem}</p>}
        {warnings.map((warning) => (
          <p key={warning} className="text-meta wrap-anywhere text-warning">
            {warning}
          </p>
        ))}
        <p>
          {parameter.meaning}
          {about.length > 0 && <span className="tabular-nums"> {about.join(". ")}.</span>}
        </p>
      </div>
    </div>
  );
});

function capital(words: string | undefined): string | undefined {
  return words && words.charAt(0).toUpperCase() + words.slice(1);
}
