"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
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
import { useFormDraft } from "@/components/ui/use-draft";
import { versionName } from "@/lib/contract/version-name";
import { failureWords } from "@/lib/client/failure-words";
import { tablePath } from "@/lib/format/address";
import { counted, formatCount } from "@/lib/format/number";
import { NewerVersion } from "@/lib/queries/publish-over";
import { storeDataset } from "@/lib/queries/store-dataset";
import { rowsOfCalls } from "@/lib/queries/rows-of-calls";
import { duplicateRows } from "@/lib/queries/tables-from-calls";
import { callParts, type CallPart } from "@/lib/table/call-row";

import { ColumnMapping, mappingProblem } from "./column-mapping";
import { Duplicates } from "./duplicates";
import { readNames, useMapping, writeNames } from "./use-mapping";
import { type Target, useTarget } from "./use-target";

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
const nothingTyped = { name: "", columns: "" };

interface AddDialogProps {
  projectId: string;
  callIds: readonly string[];
  onClose: () => void;
}

/** Selects which parts of each call are added to which columns of which dataset. */
export function AddDialog({ projectId, callIds, onClose }: AddDialogProps) {
  const router = useRouter();
  const cache = useQueryClient();
  const listId = useId();
  const running = useRef<AbortController>(undefined);
  const draft = useFormDraft(`add to table:${projectId}`, nothingTyped);
  const name = draft.fields.name.trim();
  const [parts, setParts] = useState<ReadonlySet<CallPart>>(new Set(usual));
  const [addsCopies, setAddsCopies] = useState(false);
  const [isTried, setTried] = useState(false);
  const [read, setRead] = useState(0);
  const { names: datasets, target, setFound } = useTarget(projectId, name);
  const columns = target?.columns;
  const mapping = useMapping({ projectId, callIds, parts, columns, chosen: draft.fields.columns });
  const { fields, shape } = mapping;
  const store = useMutation(storeDataset());
  useEffect(() => () => running.current?.abort(), []);

  const problem = mappingProblem(fields ?? [], shape.names ?? new Map());
  const asRows = { projectId, callIds, table: target?.table, ...shape };
  const isReading = fields === undefined || target?.isReading === true;
  const isReady = !isReading && parts.size > 0 && problem === undefined;
  const copies = useQuery({ ...duplicateRows(asRows), enabled: isReady && !store.isPending });
  const left = addsCopies ? 0 : (copies.data?.known ?? 0) + (copies.data?.repeated ?? 0);
  const calls = counted(callIds.length - left, "call");
  const nameError = nameErrorOf(name, target, isTried);

  async function* rows(signal: AbortSignal) {
    let count = 0;
    // Copies that are added anyway are not looked for.
    const wanted = addsCopies ? { ...asRows, table: undefined } : asRows;
    for await (const part of rowsOfCalls(wanted, signal)) {
      yield part.rows.filter((_row, at) => addsCopies || part.copies[at] === undefined);
      count += part.read;
      setRead(count);
    }
    if (count < callIds.length)
      throw new Error(
        `Only ${count} of ${callIds.length} calls still ${count === 1 ? "exists" : "exist"}. Select them again.`,
      );
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (name === "" || nameError !== undefined || !isReady || store.isPending || left === callIds.length) return;
    const abort = new AbortController();
    running.current = abort;
    setRead(0);
    const over = target?.version ?? null;
    store.mutate(
      { projectId, name, description: "", rows: rows(abort.signal), over, signal: abort.signal },
      {
        onSuccess: ({ digest, count, version_index: version }) => {
          draft.clear();
          onClose();
          toast({
            title: `Added ${counted(count, "call")} to ${name}`,
            description: `The dataset is now at ${versionName(version)}.`,
            action: { label: "Open", onAction: () => router.push(tablePath(projectId, digest)) },
          });
        },
        onError: (error) => {
          if (!(error instanceof NewerVersion)) return;
          // The form then shows what is added to that version.
          setFound(error.version);
          void cache.invalidateQueries({ queryKey: ["tables", "datasets"] });
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Add ${counted(callIds.length, "call")} to a dataset`}
      className="w-[min(720px,calc(100vw-32px))]"
    >
      <form className="grid gap-4" onSubmit={submit}>
        <Field label="Dataset" error={nameError} hint={hintOf(name, target)}>
          {(control) => (
            <Input
              {...control}
              list={listId}
              value={draft.fields.name}
              maxLength={1_024}
              autoComplete="off"
              placeholder="parcel-questions"
              readOnly={store.isPending}
              onChange={(event) => draft.change({ name: event.target.value })}
            />
          )}
        </Field>
        <DraftNote draft={draft} />
        <datalist id={listId}>
          {datasets.map((dataset) => (
            <option key={dataset}>{dataset}</option>
          ))}
        </datalist>
        <fieldset className="grid gap-1 sm:grid-cols-2">
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
          <Checkbox checked={shape.spreadsInputs} onCheckedChange={(on) => mapping.setSpreads(on === true)}>
            One column per input field
          </Checkbox>
        )}
        {parts.size > 0 && (
          <ColumnMapping
            fields={fields}
            names={shape.names ?? new Map()}
            onRename={(key, column) => {
              const typed = readNames(draft.fields.columns).set(key, column);
              draft.change({ columns: writeNames(typed) });
            }}
            row={mapping.row}
            columns={columns}
            isTried={isTried}
            readOnly={store.isPending}
          />
        )}
        {isReady && (
          <Duplicates
            counts={copies.data}
            error={copies.error ?? mapping.error}
            calls={callIds.length}
            addsCopies={addsCopies}
            onChange={setAddsCopies}
          />
        )}
        {store.error && <InlineBanner tone="error">{storeWords(store.error)}</InlineBanner>}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {store.isPending && (
            <span role="status" className="mr-auto text-meta text-muted">
              {formatCount(read)} of {counted(callIds.length, "call")}
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={store.isPending}
            disabled={isReading || left === callIds.length}
          >
            {store.isPending ? "Adding" : `Add ${calls}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function nameErrorOf(name: string, target: Target | undefined, isTried: boolean): string | undefined {
  if (target && target.table === undefined) return `${target.version.object_id} is not a dataset. Choose another name.`;
  return isTried && name === "" ? "Enter the name of an existing or new dataset" : undefined;
}

function hintOf(name: string, target: Target | undefined): string {
  if (name === "") return "An existing dataset gets a new version; any other name creates a new dataset.";
  return target ? `New rows are appended to the existing ${counted(target.count, "row")}.` : "Creates a new dataset.";
}

function storeWords(error: Error): string {
  return error instanceof NewerVersion
    ? `${error.message} Nothing was added. Check the columns, then add the calls to that version.`
    : failureWords(error, "Could not store the table");
}
