"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { parseAsBoolean, parseAsString } from "nuqs/server";
import { useMemo, useState } from "react";

import { rangeParam } from "@/components/data-table/range-param";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { SearchBox } from "@/components/ui/search-box";
import { useFormDraft } from "@/components/ui/use-draft";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { QUEUE_CALLS } from "@/lib/feedback/queue";
import { queuePath } from "@/lib/format/address";
import { counted, formatCount } from "@/lib/format/number";
import { annotationSpecs } from "@/lib/queries/annotations";
import { NEWEST_TRACES, zonedView } from "@/lib/filter/calls-view";
import { createQueue, NameTaken } from "@/lib/queries/queue-changes";
import { callsForQueue } from "@/lib/queries/queues";
import { useMay } from "@/lib/queries/use-may";

import { NewSpec } from "../annotate/new-spec";
import { SaveState } from "../save-state";
import { EVERYBODY, PeopleFields, readPeople } from "./people-fields";

/** The search parameters of a trace list, so that its address can be used here with the same calls. */
const parsers = {
  q: parseAsString.withDefault(""),
  from: parseAsString,
  to: parseAsString,
  range: rangeParam,
  roots: parseAsBoolean.withDefault(true),
  /** Ids of selected calls, separated by commas; they take precedence over the filter. */
  ids: parseAsString.withDefault(""),
};

/** `left`: the ids of the annotations that are not included, one per line; `order`: of those that were moved, all in order. */
const emptyQueue = { name: "", description: "", limit: "", left: "", order: "", blind: "", ...EVERYBODY };

/** Creates a queue from the calls that match a filter, or from selected calls. */
export function NewQueue({ projectId }: { projectId: string }) {
  const router = useRouter();
  const [{ ids, ...chosen }, setView] = useQueryStates(parsers);
  const zone = useTimeZone();
  const view = useMemo(() => zonedView({ ...NEWEST_TRACES, ...chosen }, zone), [chosen, zone]);
  const { data: specs, error: specsError } = useQuery(annotationSpecs(projectId));
  const listed = ids === "" ? undefined : ids.split(",").filter((id) => id !== "");
  const found = useQuery({ ...callsForQueue(projectId, view), enabled: listed === undefined });
  const callIds = listed ?? found.data;
  const create = useMutation(createQueue(projectId));
  const draft = useFormDraft(`queue:${projectId}`, emptyQueue);
  const { name, description, limit } = draft.fields;
  const isBlind = draft.fields.blind === "yes";
  const left: ReadonlySet<string> = new Set(draft.fields.left.split("\n").filter((id) => id !== ""));
  const [isTried, setTried] = useState(false);
  const ordered = inOrder(specs ?? [], draft.fields.order.split("\n"));
  const annotations = ordered.map(({ id }) => id).filter((id) => !left.has(id));
  const moveUp = (place: number) => {
    const next = ordered.map(({ id }) => id);
    next.splice(place - 1, 0, ...next.splice(place, 1));
    draft.change({ order: next.join("\n") });
  };
  const most = limit.trim() === "" ? QUEUE_CALLS : Number(limit);
  const { problem: people, ...assigned } = readPeople(draft.fields);
  const problems = {
    name: name.trim() === "" ? "Enter a name" : undefined,
    limit: Number.isInteger(most) && most > 0 ? undefined : "Must be a whole number above 0, or empty",
    annotations: annotations.length === 0 ? "Choose at least one annotation" : undefined,
    calls: callIds?.length === 0 ? "No calls match the filter" : undefined,
    people,
  };
  const mayMake = useMay(projectId, "member");
  const submit = () => {
    setTried(true);
    if (!callIds || !specs || create.isPending || Object.values(problems).some((problem) => problem !== undefined))
      return;
    const created = create.mutateAsync(
      {
        name: name.trim(),
        description: description.trim(),
        callIds: callIds.slice(0, most),
        filter: listed ? "" : view.q,
        annotations,
        isBlind,
        ...assigned,
      },
      { onSuccess: (made) => router.push(queuePath(projectId, made)) },
    );
    // Also runs after the user has left the page; an error is shown on it.
    created.then(draft.clear, () => undefined);
  };
  const shown: Partial<typeof problems> = isTried ? problems : {};
  const refused = create.error instanceof NameTaken ? create.error : undefined;
  const taken = refused?.taken === name.trim() ? refused.message : undefined;
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <form className="mx-auto grid w-full max-w-160 gap-4 px-4 py-6" onSubmit={onSubmit(submit)}>
        <h1 className="text-title font-semibold">New annotation queue</h1>
        <Field label="Name" error={shown.name ?? taken}>
          {(control) => (
            <Input
              {...control}
              value={name}
              autoComplete="off"
              maxLength={256}
              placeholder="november-review"
              onChange={(event) => draft.change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Description" hint="Instructions for annotators">
          {(control) => (
            <Input
              {...control}
              value={description}
              onChange={(event) => draft.change({ description: event.target.value })}
            />
          )}
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-meta font-medium">Calls</legend>
          {listed === undefined && (
            <div className="flex flex-wrap items-center gap-3">
              <SearchBox
                id="queue-filter"
                label="Filter calls (same syntax as Traces)"
                text={view.q}
                onSearch={(q) => void setView({ q })}
                className="min-w-0 flex-1"
              />
              <Checkbox checked={view.roots} onCheckedChange={(checked) => void setView({ roots: checked === true })}>
                Root calls only
              </Checkbox>
            </div>
          )}
          <p role="status" className={found.error || shown.calls ? "text-meta text-error" : "text-meta text-muted"}>
            {found.error?.message ?? shown.calls ?? callsWords(callIds, found.isFetching)}
          </p>
          <div className="w-52">
            <Field label="Maximum number of calls" error={shown.limit} hint="Newest calls first">
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  value={limit}
                  placeholder="all"
                  onChange={(event) => draft.change({ limit: event.target.value })}
                />
              )}
            </Field>
          </div>
        </fieldset>
        <fieldset className="grid justify-items-start gap-2">
          <legend className="mb-1 text-meta font-medium">Annotations, in the order in which they are asked</legend>
          {ordered.map(({ id, name: word, description: about }, place) => (
            <div key={id} className="flex items-center gap-1">
              <IconButton
                icon={ArrowUp}
                label={`Move ${word} up`}
                size="small"
                disabled={place === 0}
                onClick={() => moveUp(place)}
              />
              <Checkbox
                checked={!left.has(id)}
                onCheckedChange={() =>
                  draft.change({
                    left: (left.has(id) ? [...left].filter((one) => one !== id) : [...left, id]).join("\n"),
                  })
                }
              >
                {word} {about && <span className="text-meta text-muted">{about}</span>}
              </Checkbox>
            </div>
          ))}
          {specs?.length === 0 && <p className="text-meta text-muted">No annotations in this project yet.</p>}
          {specsError && <p className="text-meta text-error">{specsError.message}</p>}
          {shown.annotations && <p className="text-meta text-error">{shown.annotations}</p>}
          <NewSpec projectId={projectId} />
        </fieldset>
        <PeopleFields projectId={projectId} draft={draft.fields} problem={shown.people} onChange={draft.change} />
        <Checkbox
          checked={isBlind}
          onCheckedChange={(checked) => draft.change({ blind: checked === true ? "yes" : "" })}
        >
          Blind: annotators see others&apos; answers only after giving their own
        </Checkbox>
        <DraftNote draft={draft} />
        <SaveState isSaving={create.isPending} error={refused ? null : create.error} />
        {!mayMake && <p className="text-meta text-muted">Creating queues requires the member role on this project.</p>}
        <Button
          type="submit"
          variant="primary"
          busy={create.isPending}
          // Until calls and annotations are read it is unknown what the queue would contain.
          disabled={!mayMake || callIds === undefined || specs === undefined}
          className="justify-self-start"
        >
          {create.isPending ? "Creating queue" : "Create queue"}
        </Button>
      </form>
    </div>
  );
}

/** The annotations by the places of their ids; those without one come last. */
function inOrder<Spec extends { id: string }>(specs: readonly Spec[], order: readonly string[]): Spec[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: Spec) => places.get(id) ?? order.length;
  return specs.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function callsWords(ids: readonly string[] | undefined, isReading: boolean): string {
  if (!ids || isReading) return "Finding calls…";
  if (ids.length === QUEUE_CALLS) return `The newest ${formatCount(QUEUE_CALLS)} calls, the most a queue can hold.`;
  return counted(ids.length, "call");
}
