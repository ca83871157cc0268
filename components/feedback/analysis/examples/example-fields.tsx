import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { SCORER_TEXT_CHARS } from "@/lib/contract/limits";
import type { ExampleChoice } from "@/lib/scorer/example-choices";
import { type JudgeDefinition, possibleScores } from "@/lib/scorer/judge";

const booleans = [
  { value: "", label: "Choose a score" },
  { value: "true", label: "true" },
  { value: "false", label: "false" },
] as const;

interface ExampleFieldsProps {
  asked: JudgeDefinition["score"];
  choice: ExampleChoice;
  /** Why the example cannot be added. */
  problem: string | undefined;
  onChange: (next: Partial<ExampleChoice>) => void;
}

/** The verdict of an example. */
export function ExampleFields({ asked, choice: { score, reasoning }, problem, onChange }: ExampleFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-[160px_minmax(0,1fr)]">
      <Field label="Score" error={problem} hint={asked.type === "number" ? `As ${possibleScores(asked)}` : undefined}>
        {(control) =>
          asked.type === "boolean" ? (
            <Select
              {...control}
              options={booleans}
              value={booleans.find(({ value }) => value === score)?.value ?? ""}
              onValueChange={(next) => onChange({ score: next })}
            />
          ) : (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={score}
              onChange={(event) => onChange({ score: event.target.value })}
            />
          )
        }
      </Field>
      <Field
        label="Reasoning"
        hint={
          reasoning.trim() === "" ? "Judges follow their examples: without reasoning, they may give none." : undefined
        }
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={SCORER_TEXT_CHARS}
            value={reasoning}
            onChange={(event) => onChange({ reasoning: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
