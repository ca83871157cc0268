"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { InlineBanner } from "@/components/ui/inline-banner";
import { onSubmit } from "@/components/ui/on-submit";
import { useShortcuts } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast-store";
import { VersionMessage } from "@/components/ui/version-message";
import { failureWords } from "@/lib/client/failure-words";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { objectPath, withSearch } from "@/lib/format/address";
import { classFor } from "@/lib/prompt/object-class";
import { type Prompt, writePrompt } from "@/lib/prompt/prompt";
import { latestVersion, saveVersion } from "@/lib/queries/prompt-versions";
import { NewerVersion } from "@/lib/queries/publish-over";

import { contentOf, promptOf } from "./prompt-content";
import { PromptFields } from "./prompt-fields";
import { promptKeys } from "./prompt-keys";
import { noteSaved } from "../editing/saved-version";
import { useFocusFirst } from "./use-focus-first";
import { promptDraftsKey, usePromptDraft } from "./use-prompt-draft";

interface PromptEditorProps {
  version: ObjectVersion;
  prompt: Prompt;
  /** The newest version that is not deleted, when the page was read. */
  latest: ObjectVersion;
  /** Shows the version again; the draft is kept. */
  onClose: () => void;
}

/** Edits the next version of a prompt, beginning with one of its versions. */
export function PromptEditor({ version, prompt, latest: knownLatest, onClose }: PromptEditorProps) {
  const { project_id: projectId, object_id: name, digest, version_index: index } = version;
  const { data: latest = knownLatest } = useQuery(latestVersion({ projectId, name }));
  const router = useRouter();
  const { content, isChanged, change, edit, draft, reset } = usePromptDraft(
    promptDraftsKey(projectId, name) + digest,
    () => contentOf(prompt, knownLatest.digest),
    versionName(index),
  );
  const [problem, setProblem] = useState<string>();
  const save = useMutation(saveVersion());
  const { error } = save;
  const newer = error instanceof NewerVersion ? error : undefined;
  const submit = (replaces: string | undefined) => {
    if (save.isPending) return;
    setProblem(undefined);
    if (!isChanged) return setProblem("Nothing was changed yet.");
    try {
      const val = writePrompt(promptOf(content), name, version.val);
      const saved = save.mutateAsync(
        { projectId, name, val, objectClass: classFor(version, val), replaces },
        {
          onSuccess: (made) => {
            toast({ title: `Saved ${versionName(made.version_index)} of ${name}` });
            noteSaved(made.digest);
            router.push(objectPath(projectId, { kind: "object", name, digest: made.digest }));
          },
        },
      );
      // Also runs after the editor has been closed; an error is shown in it.
      saved.then(draft.clear, () => undefined);
    } catch (reason) {
      setProblem(reason instanceof Error ? reason.message : String(reason));
    }
  };
  const saveNow = () => submit(content.replaces);
  useShortcuts("Prompt", promptKeys(edit, { description: "Save version", run: saveNow }));
  const fields = useRef<HTMLDivElement>(null);
  useFocusFirst(fields);
  const from = draft.restoredAbout ?? versionName(index);
  return (
    <section aria-label={`Edit ${name}`} className="flex min-h-0 flex-1 flex-col">
      {/* Not in the form: Enter in the field of a setting must not publish a version. */}
      <div ref={fields} className="@container min-h-0 flex-1 overflow-auto">
        <PromptFields content={content} edit={edit} />
      </div>
      <form
        aria-label="Save version"
        noValidate
        onSubmit={onSubmit(saveNow)}
        className="grid shrink-0 gap-2 border-t border-line bg-page px-4 py-2"
      >
        {newer && (
          <InlineBanner
            tone="warning"
            action={
              <span className="flex flex-wrap gap-2">
                <Link href={changesPath(newer.version, digest)} className={buttonClass("secondary", "small")}>
                  Show its changes
                </Link>
                <Button size="small" onClick={() => submit(newer.version.digest)}>
                  Save anyway
                </Button>
              </span>
            }
          >
            {newer.message} Your version is based on {from} and kept as a draft.
          </InlineBanner>
        )}
        {problem && <InlineBanner tone="error">Could not save: {problem}</InlineBanner>}
        {error && !newer && <InlineBanner tone="error">{failureWords(error, "Could not save")}</InlineBanner>}
        {latest.digest !== digest && !newer && !save.isSuccess && (
          <p className="text-meta text-warning">
            Based on {from}; the latest is {versionName(latest.version_index)}. Your version becomes the latest, without
            the changes made after {from}.
          </p>
        )}
        <DraftNote draft={draft} onDiscard={reset} />
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-48 flex-1">
            <VersionMessage
              message={content.message}
              placeholder="What you changed and why"
              onChange={(message) => change({ message })}
            />
          </div>
          <div className="ml-auto flex gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {save.isPending ? "Saving" : "Save version"}
            </Button>
          </div>
        </div>
      </form>
    </section>
  );
}

/** The changes from the version that a draft is based on to the one that was published since. */
function changesPath({ project_id: projectId, object_id: name, digest }: ObjectVersion, from: string): string {
  return withSearch(objectPath(projectId, { kind: "object", name, digest }), { tab: "changes", from });
}
