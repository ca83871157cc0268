"use client";

import { useCallback, useEffect, useRef, useState } from "react";

import { type FoundInFile, readFile, type ReadingProgress } from "./read-file";

export interface GroupsFile {
  /** Unique on the page. */
  id: number;
  file: File;
  /** Once it has been read completely. */
  found?: FoundInFile;
  error?: string;
}

export interface GroupsFiles {
  files: readonly GroupsFile[];
  /** Of the files that are being read, by id. */
  progress: ReadonlyMap<number, ReadingProgress>;
  add: (files: Iterable<File>) => void;
  /** Reads these and drops the others. */
  replace: (files: Iterable<File>) => void;
  /** Drops the file and stops reading it. */
  remove: (id: number) => void;
}

let lastId = 0;
const noProgress: ReadonlyMap<number, ReadingProgress> = new Map();

/** Files of groups, each read in a separate worker as soon as it is added. */
export function useFiles(): GroupsFiles {
  const [files, setFiles] = useState<readonly GroupsFile[]>([]);
  const [progress, setProgress] = useState(noProgress);
  const running = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const abort of all.values()) abort.abort();
    };
  }, []);

  const stop = useCallback((id: number) => {
    running.current.get(id)?.abort();
    running.current.delete(id);
    setProgress((known) => new Map([...known].filter(([other]) => other !== id)));
  }, []);
  const read = useCallback(
    (file: File): GroupsFile => {
      lastId += 1;
      const id = lastId;
      const abort = new AbortController();
      running.current.set(id, abort);
      const tell = (next: ReadingProgress) => setProgress((known) => new Map([...known, [id, next]]));
      const end = (how: Pick<GroupsFile, "found" | "error">) => {
        if (abort.signal.aborted) return;
        stop(id);
        setFiles((known) => known.map((one) => (one.id === id ? { ...one, ...how } : one)));
      };
      tell({ share: 0, trajectories: 0, problems: 0 });
      readFile({ file, id }, { signal: abort.signal, onProgress: tell }).then(
        (found) => end({ found }),
        (error: unknown) => end({ error: error instanceof Error ? error.message : String(error) }),
      );
      return { id, file };
    },
    [stop],
  );
  const add = useCallback(
    (added: Iterable<File>) => {
      const started = [...added].map(read);
      setFiles((known) => [...known, ...started]);
    },
    [read],
  );
  const replace = useCallback(
    (added: Iterable<File>) => {
      for (const id of running.current.keys()) stop(id);
      setFiles([...added].map(read));
    },
    [read, stop],
  );
  const remove = useCallback(
    (id: number) => {
      stop(id);
      setFiles((known) => known.filter((one) => one.id !== id));
    },
    [stop],
  );
  return { files, progress, add, replace, remove };
}
