"use client";

import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState, type SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { useDraft } from "@/components/ui/use-draft";
import { tablePath } from "@/lib/format/address";
import { counted, formatCount } from "@/lib/format/number";
import { callRowsOf, correctionsOf, storeDataset } from "@/lib/queries/store-dataset";
import { datasetsList } from "@/lib/queries/tables";

import { failureWords } from "../failure-words";
import { callAsRow, callParts, type CallPart, PART_COLUMNS } from "./call-row";

const partWords: Record<CallPart, string> = {
  inputs: "Inputs",
  output: "Output",
  correction: "Corrected output, as the expected one",
  attributes: "Attributes",
  exception: "Exception",
  name: "Op",
  times: "Start and end",
  ref: "Ref of the call",
};
const usual: readonly CallPart[] = ["inputs", "output", "correction", "ref"];

interface AddDialogProps {
  projectId: string;
  callIds: readonly string[];
  onClose: () => void;
}

/** Selects which parts of each call are added to which dataset. */
export function AddDialog({ projectId, callIds, onClose }: AddDialogProps) {
  const router = useRouter();
  const listId = useId();
  const running = useRef<AbortController>(undefined);
  const draft = useDraft(`add to table:${projectId}`);
  const name = draft.text;
  const [parts, setParts] = useState<ReadonlySet<CallPart>>(new Set(usual));
  const [spreadsInputs, setSpreadsInputs] = useState(false);
  const [isTried, setTried] = useState(false);
  const [added, setAdded] = useState(0);
  const datasets = useInfiniteQuery(datasetsList({ projectId, q: "" }));
  const store = useMutation(storeDataset());
  useEffect(() => () => running.current?.abort(), []);

  const latest = (datasets.data?.pages ?? [])
    .flatMap((page) => page.rows)
    .filter(({ dataset }) => dataset?.is_latest === 1);
  const target = latest.find(({ dataset }) => dataset?.object_id === name.trim());
  const calls = counted(callIds.length, "call");

  async function* rows(signal: AbortSignal) {
    let count = 0;
    const columns = [...parts].flatMap((part) => PART_COLUMNS[part]);
    for await (const part of callRowsOf({ projectId, callIds, columns, signal })) {
      const corrections = parts.has("correction") ? await correctionsOf(projectId, part, signal) : undefined;
      yield part.map((call) => callAsRow(projectId, call, { parts, spreadsInputs, corrections }));
      count += part.length;
      setAdded(count);
    }
    if (count < callIds.length)
      throw new Error(
        `Only ${count} of ${callIds.length} calls still ${count === 1 ? "exists" : "exist"}. Select them again.`,
      );
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === "" || parts.size === 0 || store.isPending) return;
    const abort = new AbortController();
    running.current = abort;
    setAdded(0);
    const dataset = { projectId, name: name.trim(), description: "", rows: rows(abort.signal), base: target?.digest };
    store.mutate(
      { ...dataset, signal: abort.signal },
      {
        onSuccess: ({ digest, version_index: version }) => {
          draft.clear();
          onClose();
          toast({
            title: `Added ${calls} to ${dataset.name}`,
            description: `The dataset is now at v${version}.`,
            action: { label: "Open", onAction: () => router.push(tablePath(projectId, digest)) },
          });
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Add ${calls} to a dataset`}>
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label="Dataset"
          error={isTried && name.trim() === "" ? "Enter the name of an existing or new dataset" : undefined}
          hint={hintOf(name.trim(), target)}
        >
          {(control) => (
            <Input
              {...control}
              list={listId}
              value={name}
              maxLength={1_024}
              autoComplete="off"
              placeholder="parcel-questions"
              readOnly={store.isPending}
              onChange={(event) => draft.setText(event.target.value)}
            />
          )}
        </Field>
        <DraftNote draft={draft} />
        <datalist id={listId}>
          {latest.map(({ dataset }) => dataset && <option key={dataset.object_id}>{dataset.object_id}</option>)}
        </datalist>
        <fieldset className="grid gap-1">
          <legend className="pb-1 text-meta font-medium">Call fields in each row</legend>
          {callParts.map((part) => (
            <Checkbox
              key={part}
              checked={parts.has(part)}
              onCheckedChange={(on) => {
                const next = new Set(parts);
                if (on === true) next.add(part);
                else next.delete(part);
                setParts(next);
              }}
            >
              {partWords[part]}
            </Checkbox>
          ))}
          {isTried && parts.size === 0 && (
            <p role="alert" className="text-meta text-error">
              Choose at least one.
            </p>
          )}
        </fieldset>
        {parts.has("inputs") && (
          <Checkbox checked={spreadsInputs} onCheckedChange={(on) => setSpreadsInputs(on === true)}>
            One column per input field
          </Checkbox>
        )}
        {store.error && <InlineBanner tone="error">{failureWords(store.error)}</InlineBanner>}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {store.isPending && (
            <span role="status" className="mr-auto text-meta text-muted">
              {formatCount(added)} of {calls}
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={store.isPending}>
            {store.isPending ? "Adding" : `Add ${calls}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function hintOf(name: string, target: { count: number | undefined } | undefined): string {
  if (name === "") return "An existing dataset gets a new version; any other name creates a new dataset.";
  return target ? `New rows are appended to the existing ${counted(target.count, "row")}.` : "Creates a new dataset.";
}
