"use client";

import { useState } from "react";
import { v7 as uuidV7 } from "uuid";

import { useCheckedDraft } from "@/components/ui/use-draft";
import { ApiError } from "@/lib/client/api-error";
import type { Provider } from "@/lib/contract/connection-presets";
import type { Connection, ConnectionTest } from "@/lib/contract/connections";
import type { FieldError } from "@/lib/contract/field-errors";
import type { ModelServerTest, ModelServerUpdate, NewModelServer } from "@/lib/queries/connections";

import {
  changedSettings,
  draftOf,
  newDraft,
  NO_PROBLEMS,
  placeProblems,
  rebased,
  type ServerDraft,
  type ServerField,
  settingsOf,
} from "./server-draft";
import { secretChanges, type ServerSecrets, secretsOf } from "./server-secrets";

/** What somebody else has saved while the form was open. */
export interface Conflict {
  /** Fields that show their value now. */
  taken: readonly ServerField[];
  /** Fields that both changed. */
  both: readonly ServerField[];
  hasOtherKey: boolean;
}

/** The state of the form of a model server. The draft is kept in the browser; key and headers are not. */
export function useServerForm(stored: Connection | undefined, provider: Provider) {
  const [before, setBefore] = useState(stored);
  const [newId, setNewId] = useState<string>(() => uuidV7());
  const [secrets, setSecrets] = useState<ServerSecrets>(() => secretsOf(stored));
  const [placed, setPlaced] = useState(NO_PROBLEMS);
  const [conflict, setConflict] = useState<Conflict>();
  const initial = before ? draftOf(before) : newDraft(provider);
  const revision = String(before?.revision);
  const draft = useCheckedDraft(`model server:${before?.id ?? `new:${provider}`}`, initial, revision);
  const { fields, setProblems } = draft;

  const refuse = (errors: readonly FieldError[]) => {
    const found = placeProblems(errors);
    setPlaced(found);
    setProblems(found.fields);
    return errors.length > 0;
  };
  /** The settings that are typed; undefined if some are wrong, which is then shown. */
  const read = () => {
    const result = settingsOf(fields);
    setPlaced(NO_PROBLEMS);
    setProblems("problems" in result ? result.problems : {});
    return "settings" in result ? result.settings : undefined;
  };
  return {
    draft,
    before,
    secrets,
    /** Of the key and the headers. */
    placed,
    conflict,
    isOutdated: draft.restoredAt !== undefined && draft.restoredAbout !== revision,
    change: (change: Partial<ServerDraft>) => {
      // Another server has another id.
      setNewId(uuidV7());
      draft.change(change);
    },
    changeSecrets: (change: Partial<ServerSecrets>) => {
      setNewId(uuidV7());
      setSecrets({ ...secrets, ...change });
      setPlaced({ ...placed, ...(change.key ? { key: undefined } : { headers: undefined, header: {} }) });
    },
    discard: () => {
      setSecrets(secretsOf(before));
      setPlaced(NO_PROBLEMS);
      setProblems({});
    },
    /** Shows what the service found wrong at its fields; whether it is about fields. */
    refuse: (failure: unknown) => failure instanceof ApiError && refuse(failure.errors),
    /** Shows what a test found wrong at the fields that probably cause it. */
    showTest: ({ list, answer }: ConnectionTest) =>
      void refuse(
        [list.problem, answer?.problem].flatMap((problem) =>
          problem?.field ? [{ path: problem.field, message: problem.message }] : [],
        ),
      ),
    readNew: (): NewModelServer | undefined => {
      const settings = read();
      if (settings?.name === undefined || settings.base_url === undefined) return undefined;
      const { api_key, headers } = secretChanges(secrets, undefined);
      const values = (headers ?? []).map(({ name, value }) => ({ name, value: value ?? "" }));
      return { id: newId, ...settings, name: settings.name, base_url: settings.base_url, api_key, headers: values };
    },
    readUpdate: (server: Connection): ModelServerUpdate | undefined => {
      const settings = read();
      if (!settings || server.id === undefined) return undefined;
      const changed = changedSettings(settings, fields, draftOf(server));
      return { id: server.id, replaces: server.revision, ...changed, ...secretChanges(secrets, server) };
    },
    readTest: (): ModelServerTest | undefined => {
      // A test needs no name.
      const result = settingsOf({ ...fields, name: fields.name.trim() || "test" });
      setPlaced(NO_PROBLEMS);
      setProblems("problems" in result ? result.problems : {});
      if ("problems" in result) return undefined;
      const { name: _name, ...settings } = result.settings;
      if (before?.id === undefined) return { ...settings, ...secretChanges(secrets, undefined) };
      return {
        id: before.id,
        ...changedSettings(settings, fields, draftOf(before)),
        ...secretChanges(secrets, before),
      };
    },
    /** Takes over what somebody else has saved, except where this form changes the same. */
    rebase: (now: Connection) => {
      if (!before) return;
      const { draft: next, ...theirs } = rebased(fields, draftOf(before), draftOf(now));
      const hasOtherKey = before.has_key !== now.has_key || before.key_end !== now.key_end;
      const areHeadersMine = secrets.headers.some(({ isStored }) => !isStored);
      setConflict({ ...theirs, hasOtherKey });
      setSecrets({
        key: secrets.key.kind === "replace" && secrets.key.text !== "" ? secrets.key : secretsOf(now).key,
        headers: areHeadersMine ? secrets.headers : secretsOf(now).headers,
      });
      setBefore(now);
      draft.change(next);
    },
  };
}

export type ServerForm = ReturnType<typeof useServerForm>;
