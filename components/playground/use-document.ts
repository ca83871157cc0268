"use client";

import { type Dispatch, use, useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";

import { DraftOwner } from "@/components/ui/draft-owner";
import { applyEdit, type Edit } from "@/lib/playground/edit";
import type { PlaygroundSession } from "@/lib/playground/session";

import { keepDraft, readDraft } from "./draft";
import { replaceSession } from "./earlier";

/** Pause in typing after which the document is stored, milliseconds. */
const KEEP_AFTER_MS = 400;

type Change = { session: PlaygroundSession } | { edit: Edit; of: string };

function change(session: PlaygroundSession, next: Change): PlaygroundSession {
  if ("session" in next) return next.session;
  // A late answer or an undo belongs to the playground that it was made in.
  if (next.of !== session.id) return session;
  const document = applyEdit(session.document, next.edit);
  return document === session.document ? session : { ...session, document };
}

/** The edited document, stored in this browser across reloads and expired sessions. */
export function useDocument(projectId: string) {
  const [session, dispatch] = useReducer(change, projectId, readDraft);
  const [isKept, setKept] = useState(true);
  const latest = useRef(session);
  const owner = use(DraftOwner);
  const lastOwner = useRef(owner);
  useEffect(() => {
    if (lastOwner.current === owner) return;
    lastOwner.current = owner;
    // Another person signed in on the open page: it continues as theirs, and their own playground moves to the history.
    replaceSession(projectId, readDraft(projectId), latest.current);
    keepDraft(projectId, latest.current);
  }, [owner, projectId]);
  useEffect(() => {
    if (latest.current === session) return;
    latest.current = session;
    const timer = setTimeout(() => setKept(keepDraft(projectId, session)), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [session, projectId]);
  useEffect(() => {
    const keep = () => keepDraft(projectId, latest.current);
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [projectId]);
  const read = useCallback(() => latest.current, []);
  /** Edits one playground, by its id; nothing happens if another is open by then. */
  const editOf = useCallback(
    (of: string): Dispatch<Edit> =>
      (made) =>
        dispatch({ edit: made, of }),
    [],
  );
  const edit = useMemo(() => editOf(session.id), [editOf, session.id]);
  /** Opens another playground; the previous one is stored in the history, or this returns false. */
  const open = useCallback(
    (next: PlaygroundSession) => {
      const isEarlierKept = replaceSession(projectId, latest.current, next);
      latest.current = next;
      dispatch({ session: next });
      setKept(keepDraft(projectId, next));
      return isEarlierKept;
    },
    [projectId],
  );
  return { session, edit, editOf, open, read, isKept };
}
