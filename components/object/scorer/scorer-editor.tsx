"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { useShortcuts } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast-store";
import { useCheckedDraft } from "@/components/ui/use-draft";
import { VersionMessage } from "@/components/ui/version-message";
import { failureWords } from "@/lib/client/failure-words";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { objectPath } from "@/lib/format/address";
import { scorersPath } from "@/lib/format/experiment-address";
import { latestVersion, saveVersion } from "@/lib/queries/prompt-versions";
import { NAME_IS_TAKEN, NewerVersion } from "@/lib/queries/publish-over";
import { changedDefinition, fieldsOf, messagesOf, NEW_SCORER, readForm } from "@/lib/scorer/form";
import { firstNewExample } from "@/lib/scorer/judge-examples";
import { scorerDraftKey } from "@/lib/scorer/scorer-draft";
import { type StoredScorer, writeScorer } from "@/lib/scorer/stored-scorer";

import { noteSaved } from "../editing/saved-version";
import { ScorerForm } from "./scorer-fields";
import { TryScorer } from "./try-scorer";

interface ScorerEditorProps {
  projectId: string;
  /** What the next version begins with; without it, a new scorer is made. */
  base?: { version: ObjectVersion; scorer: StoredScorer };
  /** Shows the version again; the draft is kept. */
  onClose?: () => void;
}

/** Edits a new scorer, or the next version of one, and tries it on an answer. */
export function ScorerEditor({ projectId, base, onClose }: ScorerEditorProps) {
  const router = useRouter();
  const version = base?.version;
  const [initial] = useState(() => (base ? fieldsOf(base.scorer) : NEW_SCORER));
  const draft = useCheckedDraft(
    scorerDraftKey(projectId, version),
    initial,
    version && versionName(version.version_index),
  );
  const { fields, problems, change } = draft;
  const [problem, setProblem] = useState<string>();
  const save = useMutation(saveVersion());
  const read = readForm(fields, base?.scorer.definition);
  const typed = "definition" in read ? read.definition : undefined;
  const definition = typed && base ? changedDefinition(typed, base.scorer.definition) : typed;
  const name = version ? version.object_id : fields.name.trim();
  const newer = save.error instanceof NewerVersion ? save.error : undefined;
  const submit = (replaces: string | undefined) => {
    if (save.isPending) return;
    setProblem(undefined);
    const found = { ...("problems" in read && read.problems), ...(name === "" && { name: "Enter a name" }) };
    draft.setProblems(found);
    if (!definition || Object.keys(found).length > 0) return;
    const message = fields.message.trim();
    if (definition === base?.scorer.definition && message === "") return setProblem("Nothing was changed yet.");
    const scorer = { name: base?.scorer.name ?? name, definition, ...(message === "" ? {} : { description: message }) };
    const saved = save.mutateAsync(
      { projectId, name, val: writeScorer(scorer, version?.val), replaces },
      {
        onSuccess: ({ digest, version_index: index }) => {
          toast({ title: `Saved ${versionName(index)} of ${name}` });
          noteSaved(digest);
          router.push(objectPath(projectId, { kind: "object", name, digest }));
        },
      },
    );
    // Also runs after the form has been left; an error is shown in it.
    saved.then(draft.clear, () => undefined);
  };
  const saveNow = () => submit(version?.digest);
  const action = version ? "Save version" : "Save scorer";
  useShortcuts("Scorer", [{ keys: "mod+enter", description: action, run: saveNow, whileTyping: true }]);
  const fieldsBox = useRef<HTMLDivElement>(null);
  const isNext = version !== undefined;
  // Of those that were added from calls, until they are saved.
  const [newExample] = useState(() => firstNewExample(messagesOf(fields), messagesOf(initial)));
  useEffect(() => {
    // The button that opened the editor is gone.
    const place = newExample === undefined ? "input:checked" : `li:nth-child(${newExample + 1}) textarea`;
    if (isNext) fieldsBox.current?.querySelector<HTMLElement>(place)?.focus();
  }, [isNext, newExample]);
  const isTaken = !version && newer?.version.object_id === name;
  return (
    <section aria-label={version ? `Edit ${name}` : "New scorer"} className="flex min-h-0 flex-1 flex-col">
      {/* Not in the form: Enter in the field of a setting must not publish a version. */}
      <div ref={fieldsBox} className="@container min-h-0 flex-1 overflow-auto">
        <div className="grid max-w-280 gap-x-8 gap-y-6 px-4 py-4 @min-[760px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 content-start gap-4">
            {!version && (
              <>
                <h1 className="text-title font-semibold">New scorer</h1>
                <Field label="Name" error={problems.name ?? (isTaken ? NAME_IS_TAKEN : undefined)}>
                  {(control) => (
                    <Input
                      {...control}
                      value={fields.name}
                      autoComplete="off"
                      maxLength={1_024}
                      placeholder="names-the-city"
                      onChange={(event) => change({ name: event.target.value })}
                    />
                  )}
                </Field>
              </>
            )}
            <ScorerForm fields={fields} problems={problems} onChange={change} />
          </div>
          <TryScorer projectId={projectId} definition={definition} fields={fields} onChange={change} />
        </div>
      </div>
      <form
        aria-label={action}
        noValidate
        onSubmit={onSubmit(saveNow)}
        className="grid shrink-0 gap-2 border-t border-line bg-page px-4 py-2"
      >
        {newer && version && (
          <InlineBanner
            tone="warning"
            action={
              <Button size="small" onClick={() => submit(newer.version.digest)}>
                Save anyway
              </Button>
            }
          >
            {newer.message} Your version is kept as a draft.
          </InlineBanner>
        )}
        {problem && <InlineBanner tone="error">Could not save: {problem}</InlineBanner>}
        {save.error && !newer && <InlineBanner tone="error">{failureWords(save.error, "Could not save")}</InlineBanner>}
        {version && !newer && !save.isSuccess && <Staleness version={version} />}
        <DraftNote draft={draft} />
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-48 flex-1">
            <VersionMessage
              message={fields.message}
              placeholder={version ? "What you changed and why" : "What it is for"}
              onChange={(message) => change({ message })}
            />
          </div>
          <div className="ml-auto flex gap-2">
            {onClose ? (
              <Button onClick={onClose}>Cancel</Button>
            ) : (
              <Link href={scorersPath(projectId)} className={buttonClass()}>
                Cancel
              </Link>
            )}
            <Button type="submit" variant="primary" busy={save.isPending}>
              {save.isPending ? "Saving" : action}
            </Button>
          </div>
        </div>
      </form>
    </section>
  );
}

/** Warns that the version that is edited is not the latest one. */
function Staleness({ version }: { version: ObjectVersion }) {
  const { project_id: projectId, object_id: name, version_index: index } = version;
  const { data: latest } = useQuery(latestVersion({ projectId, name }));
  if (!latest || latest.digest === version.digest) return undefined;
  return (
    <p className="text-meta text-warning">
      Based on {versionName(index)}; the latest is {versionName(latest.version_index)}. Your version becomes the latest,
      without the changes made after {versionName(index)}.
    </p>
  );
}
