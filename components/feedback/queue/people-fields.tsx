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
import { projectPeople } from "@/lib/queries/people";
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
  // The last line may be the beginning of a name.
  const typed = draft.people.split("\n").at(-1)?.trim() ?? "";
  const offered = useOffered(projectId, typed).filter(({ owner }) => !assignedTo.includes(owner));
  const assign = (one: Offered) => {
    const kept = isPartOf(typed, one) ? assignedTo.filter((name) => name !== typed) : assignedTo;
    onChange({ people: [...kept, one.owner].join("\n") });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-meta font-medium">People</legend>
      <Field
        label="Assigned to"
        hint="One e-mail or key owner per line. Calls are split among them; leave empty to let everyone review all."
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
        <ul aria-label="People to assign" className="flex flex-wrap gap-1">
          {offered.slice(0, maxOffered).map((one) => (
            <li key={one.owner}>
              <Button
                size="small"
                icon={Plus}
                aria-label={`Assign ${one.name ?? one.owner}`}
                onClick={() => assign(one)}
              >
                <bdi title={one.owner} className="max-w-40 truncate">
                  {one.name ?? one.owner}
                </bdi>
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

interface Offered {
  owner: string;
  name?: string | undefined;
}

const isPartOf = (typed: string, { owner, name = "" }: Offered) =>
  typed !== "" && [owner, name].some((text) => text.toLowerCase().includes(typed.toLowerCase()));

/**
 * Who may annotate in the project: the user, the people that the service finds by what is typed, and for admins the other
 * owners of keys.
 */
function useOffered(projectId: string, typed: string): Offered[] {
  const isAdmin = useMay(projectId, "admin");
  const { data: own } = useQuery(ownKey());
  const { data: keys } = useQuery({ ...keysList({ includeRevoked: false }), enabled: isAdmin });
  const asked = { project_id: projectId, role: "annotator" as const, search: typed, limit: maxOffered };
  const { data: found } = useQuery(projectPeople(asked));
  // What is typed may also be the whole name of somebody else.
  const { data: all } = useQuery(projectPeople({ ...asked, search: "" }));
  const people = new Map([...(found ?? []), ...(all ?? [])].map((one) => [one.owner, one]));
  const annotators = (keys ?? []).filter(({ roles }) => allows(roles, projectId, "annotator"));
  const owners = [...(own ? [own.owner] : []), ...people.keys(), ...annotators.map(({ owner }) => owner)];
  return [...new Set(owners)].map((owner) => people.get(owner) ?? { owner });
}
