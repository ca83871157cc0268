"use client";

import { useRouter } from "next/navigation";
import { useState, type SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { useDraft, useFormDraft } from "@/components/ui/use-draft";
import { failureWords } from "@/lib/client/failure-words";
import { tablePath } from "@/lib/format/address";
import { counted, formatCount, formatPercent } from "@/lib/format/number";
import { useMay } from "@/lib/queries/use-may";
import type { CsvType } from "@/lib/table/read-csv";

import { CheckedRows } from "./checked-rows";
import { FileChoice, PASTED_FILE } from "./file-choice";
import { useFileCheck } from "./use-file-check";
import { useUpload } from "./use-upload";

/** Creates a dataset from a file, which is checked to its last line before it is sent. */
export function UploadForm({ projectId }: { projectId: string }) {
  const router = useRouter();
  const check = useFileCheck();
  const upload = useUpload();
  const mayWrite = useMay(projectId, "member");
  const [asText, setAsText] = useState<ReadonlySet<string>>(new Set());
  const [leavesOut, setLeavesOut] = useState(false);
  const [isTried, setTried] = useState(false);
  const { chosen, checked } = check;
  const fileName = chosen?.file.name ?? "";
  const draft = useFormDraft(`table:${projectId}:${fileName}`, { name: nameOf(fileName), description: "" });
  const { name, description } = draft.fields;
  const pasted = useDraft(`pasted table:${projectId}`);
  const problems = checked?.problemCount ?? 0;
  const nameError = isTried && name.trim() === "" ? "Enter a name" : undefined;
  const problemError = isTried && problems > 0 && !leavesOut ? "Fix the lines above, or leave them out." : undefined;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!chosen || !checked || name.trim() === "" || (problems > 0 && !leavesOut)) return;
    const types = checked.columns?.map((column): CsvType => (asText.has(column.name) ? "text" : column.type));
    upload.start(
      { projectId, name: name.trim(), description: description.trim(), ...chosen, types },
      ({ digest, count }) => {
        draft.clear();
        if (fileName === PASTED_FILE) pasted.clear();
        toast({ title: `Uploaded ${counted(count, "row")} as ${name.trim()}` });
        router.push(tablePath(projectId, digest));
      },
    );
  };
  if (!mayWrite)
    return (
      <InlineBanner tone="warning" className="m-4">
        Storing tables requires the member role on this project.
      </InlineBanner>
    );
  return (
    <form onSubmit={submit} className="mx-auto grid w-full max-w-240 content-start gap-4 overflow-auto p-4">
      <h1 className="text-title font-semibold">Upload a table</h1>
      <FileChoice
        check={check}
        pasted={pasted}
        disabled={upload.isRunning}
        onChoose={() => {
          setAsText(new Set());
          setLeavesOut(false);
          setTried(false);
        }}
      />
      {checked && (
        <>
          <CheckedRows
            checked={checked}
            asText={asText}
            onTextChange={(column, isText) => {
              const next = new Set(asText);
              if (isText) next.add(column);
              else next.delete(column);
              setAsText(next);
            }}
          />
          {problems > 0 && checked.rows > 0 && (
            <div className="grid gap-1">
              <Checkbox checked={leavesOut} onCheckedChange={(on) => setLeavesOut(on === true)}>
                Leave {problems === 1 ? "this line" : `these ${formatCount(problems)} lines`} out and store the{" "}
                {checked.rows === 1 ? "other row" : `${formatCount(checked.rows)} other rows`}
              </Checkbox>
              {problemError && (
                <p role="alert" className="text-meta text-error">
                  {problemError}
                </p>
              )}
            </div>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" error={nameError} hint="The dataset to publish. Reusing a name creates a new version.">
              {(control) => (
                <Input
                  {...control}
                  value={name}
                  maxLength={1_024}
                  autoComplete="off"
                  readOnly={upload.isRunning}
                  onChange={(event) => draft.change({ name: event.target.value })}
                />
              )}
            </Field>
            <Field label="Description">
              {(control) => (
                <Input
                  {...control}
                  value={description}
                  autoComplete="off"
                  readOnly={upload.isRunning}
                  onChange={(event) => draft.change({ description: event.target.value })}
                />
              )}
            </Field>
          </div>
          <DraftNote draft={draft} />
          {upload.error && (
            <InlineBanner tone="error">
              {failureWords(upload.error, "Could not store the table")} Nothing was published. Your file and entries are
              kept.
            </InlineBanner>
          )}
          <div className="flex flex-wrap items-center gap-3">
            {upload.isRunning ? (
              <>
                <progress value={upload.share} aria-label="Upload" className="h-1.5 min-w-0 flex-1 sm:max-w-80" />
                <span role="status" className="text-meta text-muted">
                  {formatPercent(Math.floor(upload.share * 100) / 100)} · {counted(upload.sent, "row")} stored
                </span>
                <Button onClick={upload.cancel}>Cancel</Button>
              </>
            ) : (
              <Button type="submit" variant="primary" disabled={checked.rows === 0}>
                Upload {counted(checked.rows, "row")}
              </Button>
            )}
          </div>
        </>
      )}
    </form>
  );
}

/** The name of a file without its folder and extension. */
function nameOf(fileName: string): string {
  return fileName.replace(/\.\w+$/, "");
}
