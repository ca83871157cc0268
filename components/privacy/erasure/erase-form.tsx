"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { countWords } from "@/lib/format/erasure-words";
import { previewErasure } from "@/lib/queries/erasure";

import { EraseDialog } from "./erase-dialog";

interface EraseFormProps {
  projectId: string;
  onErased: () => void;
}

/** Finds what is stored of a user. The ID is neither in the address nor in a draft. */
export function EraseForm({ projectId, onErased }: EraseFormProps) {
  const [userId, setUserId] = useState("");
  const [isAsking, setAsking] = useState(false);
  const find = useMutation(previewErasure());
  const { data: preview, variables } = find;
  const isShown = preview !== undefined && variables?.user_id === userId;
  return (
    <form
      className="grid gap-3"
      onSubmit={onSubmit(() => {
        if (userId !== "") find.mutate({ project_id: projectId, user_id: userId });
      })}
    >
      <Field
        label="User ID"
        hint="Exactly as your program sends it, for example in user.id, enduser.id or userId"
        error={find.error?.message}
      >
        {(control) => (
          <Input
            {...control}
            value={userId}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              setUserId(event.target.value);
              find.reset();
            }}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={find.isPending} disabled={userId === ""}>
          {find.isPending ? "Finding data" : "Find data"}
        </Button>
      </div>
      {isShown && (
        <div className="grid gap-3 rounded-control border border-line p-3">
          <p role="status">
            {preview.counts.calls + preview.counts.feedback === 0 ? (
              "No data of this user was found. Erasing also searches every table for the user ID."
            ) : (
              <>
                Found: <strong className="font-medium">{countWords(preview.counts).join(", ")}</strong>
              </>
            )}
          </p>
          {!preview.is_complete && (
            <InlineBanner tone="warning">
              Not all calls were read in the time for a preview. There may be more; erasing reads all of them.
            </InlineBanner>
          )}
          <div>
            <Button variant="danger" onClick={() => setAsking(true)}>
              Erase data…
            </Button>
          </div>
        </div>
      )}
      {isAsking && (
        <EraseDialog
          projectId={projectId}
          userId={userId}
          onClose={() => setAsking(false)}
          onErased={() => {
            setAsking(false);
            onErased();
          }}
        />
      )}
    </form>
  );
}
