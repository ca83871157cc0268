"use client";

import { use, useCallback, useEffect, useReducer, useRef, useState } from "react";

import { DraftOwner } from "@/components/ui/draft-owner";
import { applyEdit, type Edit } from "@/lib/playground/edit";
import type { PlaygroundSession } from "@/lib/playground/session";

import { keepDraft, readDraft } from "./draft";
import { replaceSession } from "./earlier";

/** How long typing rests before it is kept, milliseconds. */
const KEEP_AFTER_MS = 400;

type Change = { session: PlaygroundSession } | { edit: Edit };

function change(session: PlaygroundSession, next: Change): PlaygroundSession {
  if ("session" in next) return next.session;
  const document = applyEdit(session.document, next.edit);
  return document === session.document ? session : { ...session, document };
}

/** The document that is being edited, kept in this browser through reloads and ended sessions. */
export function useDocument(projectId: string) {
  const [session, dispatch] = useReducer(change, projectId, readDraft);
  const [isKept, setKept] = useState(true);
  const latest = useRef(session);
  const owner = use(DraftOwner);
  const lastOwner = useRef(owner);
  useEffect(() => {
    if (lastOwner.current === owner) return;
    lastOwner.current = owner;
    // Another person signed in on the open page: it continues as theirs, and their own playground moves to History.
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
  const edit = useCallback((made: Edit) => dispatch({ edit: made }), []);
  /** Opens another playground; the one before it is kept among the earlier ones, or else this is false. */
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
  return { session, edit, open, read, isKept };
}
