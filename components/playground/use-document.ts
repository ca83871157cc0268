"use client";

import { useEffect, useReducer, useRef, useState } from "react";

import { applyEdit } from "@/lib/playground/edit";

import { keepDraft, readDraft } from "./draft";

/** How long typing rests before it is kept, milliseconds. */
const KEEP_AFTER_MS = 400;

/** The document that is being edited, kept in this browser through reloads and ended sessions. */
export function useDocument(projectId: string) {
  const [document, edit] = useReducer(applyEdit, projectId, readDraft);
  const [isKept, setKept] = useState(true);
  const latest = useRef(document);
  useEffect(() => {
    if (latest.current === document) return;
    latest.current = document;
    const timer = setTimeout(() => setKept(keepDraft(projectId, document)), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [document, projectId]);
  useEffect(() => {
    const keep = () => keepDraft(projectId, latest.current);
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [projectId]);
  return { document, edit, isKept };
}
