"use client";

import { ListPlus, Plus, Trash2 } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { type Relation, RELATIONS } from "@/lib/contract/expression";
import { type Draft, type DraftGroup, type DraftPath, emptyCondition } from "@/lib/filter/builder";

import { BuilderCondition, type ChangeAt } from "./builder-condition";

const joiners = [
  { value: "and", label: "All of these" },
  { value: "or", label: "Any of these" },
] as const;

const subjectWords: Record<Relation, string> = {
  below: "A call below it",
  above: "A call above it",
  earlier: "An earlier call",
  later: "A later call",
};
const ITSELF = "itself";
const subjects = [
  { value: ITSELF, label: "The same call" },
  ...RELATIONS.map((relation) => ({ value: relation, label: subjectWords[relation] })),
] as const;

export function BuilderGroup({ group, path, onChange }: { group: DraftGroup; path: DraftPath; onChange: ChangeAt }) {
  const isOutermost = path.length === 0;
  const changeGroup = (change: Partial<DraftGroup>) => onChange(path, () => ({ ...group, ...change }));
  const add = (part: Draft) => changeGroup({ parts: [...group.parts, part] });
  return (
    <div
      role="group"
      aria-label={isOutermost ? "Conditions" : `Group ${path.map((place) => place + 1).join(".")}`}
      className={isOutermost ? "grid gap-2" : "grid gap-2 rounded-control border border-line p-2"}
    >
      <div className="flex flex-wrap items-center gap-3">
        {!isOutermost && (
          <>
            <Checkbox checked={group.isNot} onCheckedChange={(isNot) => changeGroup({ isNot: isNot === true })}>
              not
            </Checkbox>
            <Select
              aria-label="About"
              options={subjects}
              value={group.relation ?? ITSELF}
              onValueChange={(subject) => changeGroup({ relation: subject === ITSELF ? undefined : subject })}
            />
          </>
        )}
        <Select
          aria-label="Match"
          options={joiners}
          value={group.joiner}
          onValueChange={(joiner) => changeGroup({ joiner })}
        />
        {!isOutermost && (
          <IconButton
            icon={Trash2}
            label="Remove group"
            size="small"
            className="ml-auto"
            onClick={() => onChange(path, () => undefined)}
          />
        )}
      </div>
      {group.parts.map((part, index) =>
        part.kind === "group" ? (
          // Parts have no names, so they are identified by index.
          <BuilderGroup key={index} group={part} path={[...path, index]} onChange={onChange} />
        ) : (
          <BuilderCondition key={index} condition={part} path={[...path, index]} onChange={onChange} />
        ),
      )}
      <div className="flex gap-1">
        <Button size="small" variant="ghost" icon={Plus} onClick={() => add(emptyCondition)}>
          Condition
        </Button>
        <Button
          size="small"
          variant="ghost"
          icon={ListPlus}
          onClick={() =>
            add({
              kind: "group",
              joiner: group.joiner === "and" ? "or" : "and",
              isNot: false,
              parts: [emptyCondition, emptyCondition],
            })
          }
        >
          Group
        </Button>
      </div>
    </div>
  );
}
