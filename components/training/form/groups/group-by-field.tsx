import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { GroupBy } from "@/lib/training/draft-groups";

interface GroupByFieldProps {
  groupBy: GroupBy;
  onChange: (groupBy: GroupBy) => void;
  /** Names of metadata that the trajectories have. */
  labels: readonly string[];
  /** Labels of some of them. */
  words?: Readonly<Record<string, string>>;
}

const LABEL = "label:";

/** Selects how ungrouped trajectories are grouped. */
export function GroupByField({ groupBy, onChange, labels, words = {} }: GroupByFieldProps) {
  const value = groupBy.by === "label" ? `${LABEL}${groupBy.name}` : groupBy.by;
  const named = groupBy.by === "label" && !labels.includes(groupBy.name) ? [groupBy.name, ...labels] : labels;
  const options = [
    { value: "opening", label: "Same messages before the first answer" },
    ...named.map((name) => ({ value: `${LABEL}${name}`, label: words[name] ?? `Same metadata.${name}` })),
    { value: "nothing", label: "All in one group" },
  ];
  const choose = (chosen: string) => {
    if (chosen.startsWith(LABEL)) onChange({ by: "label", name: chosen.slice(LABEL.length) });
    else if (chosen === "opening" || chosen === "nothing") onChange({ by: chosen });
  };
  return (
    <div className="max-w-96">
      <Field label="Group by">
        {(control) => <Select {...control} options={options} value={value} onValueChange={choose} className="w-full" />}
      </Field>
    </div>
  );
}
