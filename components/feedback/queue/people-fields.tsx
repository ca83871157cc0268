"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { allows } from "@/lib/contract/grants";
import type { Queue } from "@/lib/feedback/queue";
import { keysList, ownKey } from "@/lib/queries/keys";
import { useMay } from "@/lib/queries/use-may";

/** Names that are offered. */
const maxOffered = 12;

/** Whom a queue is for, as it is typed. */
export interface PeopleDraft {
  /** A name per line. */
  people: string;
  perCall: string;
}

export const EVERYBODY: PeopleDraft = { people: "", perCall: "" };

/** The people of a queue as text. */
export function peopleDraftOf({ assignedTo, perCall }: Pick<Queue, "assignedTo" | "perCall">): PeopleDraft {
  return { people: assignedTo.join("\n"), perCall: assignedTo.length === 0 || perCall === 1 ? "" : String(perCall) };
}

/** The people that were typed; `problem` is what is wrong with their number. */
export function readPeople({ people, perCall }: PeopleDraft): Pick<Queue, "assignedTo" | "perCall"> & {
  problem: string | undefined;
} {
  const names = people.split("\n").map((line) => line.trim());
  const assignedTo = [...new Set(names.filter((one) => one !== ""))];
  const count = perCall.trim() === "" ? 1 : Number(perCall);
  const isCount = Number.isInteger(count) && count > 0;
  const problem =
    assignedTo.length === 0
      ? undefined
      : !isCount
        ? "Must be a whole number above 0, or empty"
        : count > assignedTo.length
          ? `Only ${assignedTo.length} ${assignedTo.length === 1 ? "person is" : "people are"} assigned`
          : undefined;
  return { assignedTo, perCall: isCount ? count : 1, problem };
}

interface PeopleFieldsProps {
  projectId: string;
  draft: PeopleDraft;
  problem: string | undefined;
  onChange: (next: Partial<PeopleDraft>) => void;
}

/** Whom the calls of a queue are for. */
export function PeopleFields({ projectId, draft, problem, onChange }: PeopleFieldsProps) {
  const { assignedTo } = readPeople(draft);
  const offered = useOwners(projectId).filter((owner) => !assignedTo.includes(owner));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-meta font-medium">People</legend>
      <Field
        label="Assigned to"
        hint="Owners of keys, one per line. The calls are shared out among them; if empty, everybody reviews all calls."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={draft.people}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange({ people: event.target.value })}
          />
        )}
      </Field>
      {offered.length > 0 && (
        <ul aria-label="Owners of keys" className="flex flex-wrap gap-1">
          {offered.slice(0, maxOffered).map((owner) => (
            <li key={owner}>
              <Button
                size="small"
                icon={Plus}
                aria-label={`Assign ${owner}`}
                onClick={() => onChange({ people: [...assignedTo, owner].join("\n") })}
              >
                <bdi className="max-w-40 truncate">{owner}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {assignedTo.length > 0 && (
        <div className="w-52">
          <Field label="Annotators per call" error={problem} hint="Two or more to measure their agreement">
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={draft.perCall}
                placeholder="1"
                onChange={(event) => onChange({ perCall: event.target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </fieldset>
  );
}

/** The user, and for admins the other owners of keys that may annotate in the project. */
function useOwners(projectId: string): string[] {
  const isAdmin = useMay(projectId, "admin");
  const { data: own } = useQuery(ownKey());
  const { data: keys } = useQuery({ ...keysList({ includeRevoked: false }), enabled: isAdmin });
  const annotators = (keys ?? []).filter(({ roles }) => allows(roles, projectId, "annotator"));
  return [...new Set([...(own ? [own.owner] : []), ...annotators.map(({ owner }) => owner)])];
}
