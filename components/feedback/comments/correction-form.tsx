"use client";

import { useState } from "react";

import { leaveBox } from "@/components/ui/boxes";
import { Checkbox } from "@/components/ui/checkbox";
import { useFormDraft } from "@/components/ui/use-draft";
import { outputText } from "@/lib/feedback/output-text";
import { CORRECTION, correctionOf } from "@/lib/format/feedback-words";
import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import { type FeedbackRow, type FeedbackSubject } from "@/lib/queries/feedback";
import { newFeedback } from "@/lib/queries/new-feedback";

import { useAddFeedback } from "../use-feedback";
import { CommentBox } from "./comment-box";
import { useReplaceFeedback } from "./use-replace-feedback";

/** Longer outputs are not copied into the form. */
const COPIED_CHARS = 200_000;

interface CorrectionFormProps {
  subject: FeedbackSubject;
  /** What the call returned. */
  output: JsonText | undefined;
  /** The user's earlier correction, which is replaced. */
  own: FeedbackRow | undefined;
}

/** Writes what a call should have returned, beginning with what it did return. */
export function CorrectionForm({ subject, output, own }: CorrectionFormProps) {
  const before = (own && correctionOf(own.feedback_type, own.payload)) ?? output;
  const isCopied = before !== undefined && lengthOf(before) <= COPIED_CHARS;
  const initial = isCopied ? outputText(before) : { text: "", isJson: false };
  const draft = useFormDraft(`correction:${subject.ref}`, { text: initial.text, json: initial.isJson ? "yes" : "" });
  const { text, json } = draft.fields;
  const [isTried, setTried] = useState(false);
  const add = useAddFeedback(subject);
  const replace = useReplaceFeedback(subject);
  const saving = own ? replace : add;
  const value = json === "" ? toJsonText(text) : readJson(text);
  const isSame = text === initial.text && (json !== "") === initial.isJson;
  const save = () => {
    setTried(true);
    if (!value) return;
    leaveBox();
    const record = newFeedback(CORRECTION, toJsonText({ output: value }));
    const saved = own?.id ? replace.mutateAsync({ ...record, id: own.id }) : add.mutateAsync(record);
    saved.then(
      () => {
        draft.clear();
        setTried(false);
      },
      // The form shows the error.
      () => undefined,
    );
  };
  return (
    <CommentBox
      label="Corrected output"
      placeholder="What the call should have returned…"
      action={own ? "Change correction" : "Save correction"}
      text={text}
      draft={draft}
      onTextChange={(next) => draft.change({ text: next })}
      saving={saving}
      onSave={save}
      isMono
      isDisabled={isSame}
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <Checkbox checked={json !== ""} onCheckedChange={(on) => draft.change({ json: on === true ? "yes" : "" })}>
          JSON value
        </Checkbox>
        {before !== undefined && !isCopied && (
          <span className="text-meta text-muted">The output is too long to be copied into this form.</span>
        )}
        {isTried && !value && (
          <span role="alert" className="text-meta text-error">
            This is not valid JSON. Correct it, or save it as text.
          </span>
        )}
      </div>
    </CommentBox>
  );
}

function lengthOf(value: JsonNode | JsonText): number {
  return value instanceof JsonText ? value.text.length : value.raw.length;
}

function readJson(text: string): JsonText | undefined {
  const node = JsonNode.read(text);
  return node && new JsonText(node.raw);
}
