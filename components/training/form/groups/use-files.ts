"use client";

import { useCallback, useEffect, useRef, useState } from "react";

import { type FoundInFile, readFile, type ReadingProgress } from "./read-file";

/** A file that groups come from. */
export interface GroupsFile {
  id: number;
  file: File;
  /** While it is being read. */
  progress?: ReadingProgress;
  /** Once it has been read to its end. */
  found?: FoundInFile;
  error?: string;
}

export interface GroupsFiles {
  files: readonly GroupsFile[];
  add: (files: Iterable<File>) => void;
  /** Reads these and forgets the others. */
  replace: (files: Iterable<File>) => void;
  /** Forgets it, and reads it no further. */
  remove: (id: number) => void;
}

/** Files of groups, each read in a worker of its own as soon as it is there. */
export function useFiles(): GroupsFiles {
  const [files, setFiles] = useState<readonly GroupsFile[]>([]);
  const lastId = useRef(0);
  const running = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const abort of all.values()) abort.abort();
    };
  }, []);

  const read = useCallback((file: File): GroupsFile => {
    lastId.current += 1;
    const id = lastId.current;
    const abort = new AbortController();
    running.current.set(id, abort);
    const change = (next: Omit<GroupsFile, "id" | "file">) => {
      if (!abort.signal.aborted) setFiles((known) => known.map((one) => (one.id === id ? { id, file, ...next } : one)));
    };
    readFile(file, { signal: abort.signal, onProgress: (progress) => change({ progress }) })
      .then(
        (found) => change({ found }),
        (error: unknown) => change({ error: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => running.current.delete(id));
    return { id, file, progress: { share: 0, trajectories: 0, problems: 0 } };
  }, []);
  const add = useCallback(
    (added: Iterable<File>) => {
      const begun = [...added].map(read);
      setFiles((known) => [...known, ...begun]);
    },
    [read],
  );
  const replace = useCallback(
    (added: Iterable<File>) => {
      for (const abort of running.current.values()) abort.abort();
      running.current.clear();
      setFiles([...added].map(read));
    },
    [read],
  );
  const remove = useCallback((id: number) => {
    running.current.get(id)?.abort();
    setFiles((known) => known.filter((one) => one.id !== id));
  }, []);
  return { files, add, replace, remove };
}
