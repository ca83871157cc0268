"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";

import { prettyJson } from "@/lib/json/pretty";
import { Button } from "@/components/ui/button";
import { CodeEditor } from "@/components/ui/code-editor";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { DraftNote } from "@/components/ui/draft-note";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { toast } from "@/components/ui/toast-store";
import { useFormDraft, useOtherDrafts } from "@/components/ui/use-draft";
import { failureWords } from "@/lib/client/failure-words";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { objectPath } from "@/lib/format/address";
import { classFor } from "@/lib/prompt/object-class";
import { publishObject } from "@/lib/queries/publish-object";
import { NAME_IS_TAKEN, NewerVersion } from "@/lib/queries/publish-over";

/** Maximum number of characters that the editor handles well. */
const EDITED_CHARS = 500_000;

interface PublishDialogProps {
  projectId: string;
  /** What the new version starts from; without one a new object is created. */
  version?: ObjectVersion;
  onClose: () => void;
}

/** Publishes a value under a name, exactly as it was typed. */
export function PublishDialog({ projectId, version, onClose }: PublishDialogProps) {
  const router = useRouter();
  const keys = draftKeys(projectId, version);
  // A draft of another version can be opened: each belongs to the version that it started from.
  const [key, setKey] = useState(keys.own);
  const others = useOtherDrafts(keys.start, keys.own);
  const [initial] = useState(() => ({ name: version?.object_id ?? "", text: startingText(version) }));
  const draft = useFormDraft(key, initial, version && versionName(version.version_index));
  const { name, text } = draft.fields;
  const [isTried, setTried] = useState(false);
  const publish = useMutation(publishObject());
  const val = readValue(text);
  const refused = publish.error instanceof NewerVersion ? publish.error : undefined;
  const isTaken = refused?.version.object_id === name.trim();
  const missing = isTried && name.trim() === "" ? "Enter a name" : undefined;
  const nameError = isTaken ? NAME_IS_TAKEN : missing;
  const submit = () => {
    setTried(true);
    if (name.trim() === "" || !val || publish.isPending) return;
    const published = publish.mutateAsync(
      {
        project_id: projectId,
        object_id: name.trim(),
        val,
        builtin_object_class: classFor(version, val),
        isNew: !version,
      },
      {
        onSuccess: ({ object_id, digest, version_index }) => {
          toast({ title: `Published ${versionName(version_index)} of ${object_id}` });
          onClose();
          // The service derives the kind of an object from its value.
          router.push(objectPath(projectId, { kind: version?.kind ?? "object", name: object_id, digest }));
        },
      },
    );
    // Also runs after the dialog has been closed; an error is shown in it.
    published.then(draft.clear, () => undefined);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={version ? `New version of ${version.object_id}` : "New object"}
      description={version && "Versions are immutable. What you publish becomes the latest one."}
      className="w-[min(760px,calc(100vw-32px))]"
    >
      <form className="grid gap-3" onSubmit={onSubmit(submit)}>
        {!version && (
          <Field label="Name" error={nameError}>
            {(control) => (
              <Input
                {...control}
                value={name}
                autoComplete="off"
                maxLength={1_024}
                placeholder="support-prompt"
                onChange={(event) => draft.change({ name: event.target.value })}
              />
            )}
          </Field>
        )}
        {version && version.val.text.length > EDITED_CHARS && (
          <InlineBanner tone="warning">
            The value of {versionName(version.version_index)} is too large to edit here. Publish from a program instead,
            or enter a new value.
          </InlineBanner>
        )}
        <div className="grid grid-cols-1 gap-1">
          <span aria-hidden className="text-meta font-medium">
            Value (JSON)
          </span>
          <CodeEditor
            label="Value (JSON)"
            value={text}
            onChange={(typed) => draft.change({ text: typed })}
            error={isTried && text.trim() === "" ? "Enter a JSON value" : undefined}
            placeholder={'{"prompt": "Answer in one friendly sentence."}'}
            minHeight={240}
            maxHeight={480}
          />
        </div>
        <DraftNote draft={draft} onDiscard={() => setKey(keys.own)}>
          {version && <Staleness version={version} from={draft.restoredAbout} />}
        </DraftNote>
        {key === keys.own && others.length > 0 && (
          <InlineBanner>
            <span className="flex flex-wrap items-center gap-2">
              You have {others.length === 1 ? "a draft" : "drafts"} based on another version.
              {others.map((other) => (
                <Button key={other.key} size="small" onClick={() => setKey(other.key)}>
                  {other.about === undefined ? "Open that draft" : `Open draft based on ${other.about}`}
                </Button>
              ))}
            </span>
          </InlineBanner>
        )}
        {publish.error && !refused && <InlineBanner tone="error">{failureWords(publish.error)}</InlineBanner>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={publish.isPending}>
            {publish.isPending ? "Publishing" : "Publish"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The prefix of keys of an object's drafts, and the key of the draft that starts from this version. */
function draftKeys(projectId: string, version: ObjectVersion | undefined) {
  if (!version) return { start: `new object:${projectId}:`, own: `new object:${projectId}:` };
  const start = `object:${projectId}:${version.kind}:${encodeURIComponent(version.object_id)}:`;
  return { start, own: `${start}${version.digest}` };
}

/** Warns next to a restored draft that it is not based on the latest version. */
function Staleness({ version, from }: { version: ObjectVersion; from: string | undefined }) {
  const own = versionName(version.version_index);
  if (version.is_latest === 1 && (from === undefined || from === own)) return undefined;
  return (
    <span className="text-warning">
      Based on {from ?? own}
      {version.is_latest === 1 ? `; ${own} has been published since.` : "; a newer version has been published since."}
    </span>
  );
}

function startingText(version: ObjectVersion | undefined): string {
  if (!version || version.val.text.length > EDITED_CHARS) return "";
  return prettyJson(JsonNode.parse(version.val));
}

/** The value as typed; undefined while it is not valid JSON, which the editor marks. */
function readValue(text: string): JsonText | undefined {
  const node = JsonNode.read(text);
  return node && new JsonText(node.raw);
}
