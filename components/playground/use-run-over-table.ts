"use client";

import { useQueryClient } from "@tanstack/react-query";
import { use, useCallback } from "react";
import { v7 as uuidV7 } from "uuid";

import { DraftOwner } from "@/components/ui/draft-owner";
import { drafts } from "@/components/ui/draft-store";
import { useGoTo } from "@/components/ui/use-go-to";
import type { FieldError } from "@/lib/contract/field-errors";
import { readAnyRef, versionRef } from "@/lib/contract/refs";
import { experimentDraftKey, fieldsOfRequest, NEW_EXPERIMENT } from "@/lib/experiment/new-experiment";
import { newExperimentPath } from "@/lib/format/experiment-address";
import type { PlaygroundDocument } from "@/lib/playground/document";
import { turnsOfPane } from "@/lib/playground/pane-turns";
import { requestBody } from "@/lib/playground/request-body";
import { readPrompt } from "@/lib/prompt/prompt";
import { hasTurnsOf } from "@/lib/prompt/prompt-document";
import { objectVersion } from "@/lib/queries/objects";

interface RunOverTable {
  projectId: string;
  /** Must not change. */
  read: () => PlaygroundDocument;
  /** Called with what prevents the pane from being sent. */
  onRefused: (pane: string, problems: readonly FieldError[]) => void;
}

/**
 * Returns a function that opens the form of an experiment with what a pane sends: its messages with their variables, its
 * model and its parameters; with the version of its prompt if the messages are unchanged.
 */
export function useRunOverTable({ projectId, read, onRefused }: RunOverTable): (pane: string) => void {
  const cache = useQueryClient();
  const owner = use(DraftOwner);
  const goTo = useGoTo();
  return useCallback(
    (id: string) => {
      const { variables: _typed, row, ...document } = read();
      const pane = document.panes.find((one) => one.id === id);
      if (!pane) return;
      const unfilled = { ...document, variables: {} };
      const { body, problems } = requestBody(unfilled, pane);
      if (!body) return onRefused(id, problems);
      const source = pane.turns ? pane.prompt : document.prompt;
      const version =
        source && cache.getQueryData(objectVersion({ projectId, name: source.name, digest: source.digest }).queryKey);
      const prompt = version && version.deleted_at === undefined ? readPrompt(version.val) : undefined;
      const ref = source && versionRef(projectId, { kind: "object", name: source.name, digest: source.digest });
      const isUnchanged = prompt !== undefined && hasTurnsOf(turnsOfPane(unfilled, pane), prompt);
      const columns = Object.entries(row?.columns ?? {}).filter(([, column]) => column !== null);
      const fields = {
        ...NEW_EXPERIMENT,
        ...fieldsOfRequest(body),
        ...(row && { table: row.table, columns: JSON.stringify(Object.fromEntries(columns)) }),
        // An object may have a name that no ref can have.
        ...(isUnchanged && ref !== undefined && readAnyRef(ref) && { prompt: ref }),
      };
      const draft = uuidV7();
      const key = experimentDraftKey(projectId, `draft=${draft}`);
      drafts.keep(owner, key, { text: JSON.stringify(fields), at: Date.now() });
      goTo(newExperimentPath(projectId, { draft }));
    },
    [cache, goTo, onRefused, owner, projectId, read],
  );
}
