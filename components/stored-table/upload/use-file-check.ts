"use client";

import { useEffect, useRef, useState } from "react";

import type { CheckedFile } from "@/lib/table/read-table";
import { guessFormat, type TableFormat } from "@/lib/table/table-format";

import { checkFile } from "./table-file";

export interface ChosenFile {
  file: File;
  format: TableFormat;
}

export interface FileCheck {
  chosen: ChosenFile | undefined;
  /** The file's content, once it has been read completely. */
  checked: CheckedFile | undefined;
  /** Share that has been read, while it is being read. */
  share: number | undefined;
  error: string | undefined;
  /** Reads a file; its format is detected from its name and content when not given. */
  choose: (file: File, format?: TableFormat) => void;
}

/** Reads a file in a worker as soon as it is selected. */
export function useFileCheck(): FileCheck {
  const running = useRef<AbortController>(undefined);
  const [chosen, setChosen] = useState<ChosenFile>();
  const [checked, setChecked] = useState<CheckedFile>();
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<string>();
  useEffect(() => () => running.current?.abort(), []);

  const choose = async (file: File, given?: TableFormat) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setChecked(undefined);
    setError(undefined);
    setShare(0);
    try {
      const format = given ?? (await guessFormat(file));
      setChosen({ file, format });
      setChecked(await checkFile({ file, format }, setShare, abort.signal));
    } catch (caught) {
      if (!abort.signal.aborted) setError(caught instanceof Error ? caught.message : String(caught));
    } finally {
      if (running.current === abort) setShare(undefined);
    }
  };
  return { chosen, checked, share, error, choose: (file, format) => void choose(file, format) };
}
