"use client";

import { useMutation } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { failureWords } from "@/lib/client/failure-words";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { askJudge } from "@/lib/queries/ask-judge";
import type { ScorerFields } from "@/lib/scorer/form";
import type { JudgeDefinition } from "@/lib/scorer/judge";
import type { RuleDefinition } from "@/lib/scorer/score";

import { ScoreView } from "./score-view";
import { useScore } from "./use-score";

interface TryScorerProps {
  projectId: string;
  /** Undefined while the form has problems. */
  definition: ScorerDefinition | undefined;
  fields: ScorerFields;
  onChange: (next: Partial<ScorerFields>) => void;
}

const AMOUNTS = { latency: "Latency in milliseconds", cost: "Cost in USD" };

/** Scores an answer that is typed, before anything is saved. */
export function TryScorer({ projectId, definition, fields, onChange }: TryScorerProps) {
  const { type } = fields;
  const isAmount = type === "latency" || type === "cost";
  const hasExpected = !["regex", "json_schema"].includes(type) && !(type === "contains" && fields.text !== "");
  return (
    <section aria-labelledby="try-scorer" className="grid min-w-0 content-start gap-3">
      <h2 id="try-scorer" className="text-body font-semibold">
        Try
      </h2>
      {isAmount ? (
        <Field label={AMOUNTS[type]}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={fields.amount}
              onChange={(event) => onChange({ amount: event.target.value })}
            />
          )}
        </Field>
      ) : (
        <>
          <Field label="Output">
            {(control) => (
              <Textarea
                {...control}
                rows={4}
                value={fields.output}
                onChange={(event) => onChange({ output: event.target.value })}
              />
            )}
          </Field>
          {hasExpected && (
            <Field label="Expected answer">
              {(control) => (
                <Textarea
                  {...control}
                  value={fields.expected}
                  onChange={(event) => onChange({ expected: event.target.value })}
                />
              )}
            </Field>
          )}
        </>
      )}
      {type === "judge" ? (
        <AskJudge
          projectId={projectId}
          definition={definition?.type === "judge" ? definition : undefined}
          fields={fields}
          onChange={onChange}
        />
      ) : (
        <RuleScore definition={definition?.type === "judge" ? undefined : definition} fields={fields} />
      )}
    </section>
  );
}

function RuleScore({ definition, fields }: { definition: RuleDefinition | undefined; fields: ScorerFields }) {
  const amount = Number(fields.amount);
  const isAmount = definition?.type === "latency" || definition?.type === "cost";
  const isTyped = isAmount ? fields.amount.trim() !== "" && Number.isFinite(amount) : fields.output !== "";
  const score = useScore(isTyped ? definition : undefined, {
    output: fields.output,
    expected: fields.expected === "" ? undefined : fields.expected,
    latencyMs: amount,
    costUsd: amount,
  });
  return (
    <div role="status" aria-label="Score" className="grid gap-1">
      <p className="text-meta font-medium">Score</p>
      {score ? <ScoreView value={score} /> : <p className="text-muted">{wordsFor(definition, isAmount, isTyped)}</p>}
    </div>
  );
}

function wordsFor(definition: RuleDefinition | undefined, isAmount: boolean, isTyped: boolean): string {
  if (!definition) return "Complete the scorer to see a score.";
  if (isTyped) return "…";
  return isAmount ? "Enter a number to see the score." : "Enter an output to see the score.";
}

interface AskJudgeProps extends Omit<TryScorerProps, "definition"> {
  definition: JudgeDefinition | undefined;
}

function AskJudge({ projectId, definition, fields, onChange }: AskJudgeProps) {
  const { mutate, data, error, isPending } = useMutation(askJudge(projectId));
  const row = fields.row.trim() === "" ? JsonNode.parse("{}") : JsonNode.read(fields.row);
  const isReady = definition !== undefined && row?.kind === "object";
  const ask = () => {
    if (!isReady || isPending) return;
    const expected = fields.expected === "" ? undefined : fields.expected;
    mutate({ definition, answer: { row: new JsonText(row.raw), output: fields.output, expected } });
  };
  return (
    <>
      <Field
        label="Row (JSON)"
        hint="Its columns fill other variables of the messages."
        error={row?.kind === "object" ? undefined : "Must be a JSON object"}
      >
        {(control) => (
          <Textarea
            {...control}
            className="font-mono"
            value={fields.row}
            placeholder='{"question": "What is the capital of France?"}'
            onChange={(event) => onChange({ row: event.target.value })}
          />
        )}
      </Field>
      <Button className="justify-self-start" busy={isPending} disabled={!isReady} onClick={ask}>
        {isPending ? "Asking the judge" : "Ask the judge"}
      </Button>
      <div role="status" aria-label="Score" className="grid gap-1">
        <p className="text-meta font-medium">Score</p>
        {data && !isPending ? (
          <ScoreView value={data} />
        ) : (
          <p className="text-muted">
            {definition ? "One completion is sent to the model." : "Complete the scorer to ask the judge."}
          </p>
        )}
      </div>
      {error && <InlineBanner tone="error">{failureWords(error, "Could not ask the judge")}</InlineBanner>}
    </>
  );
}
