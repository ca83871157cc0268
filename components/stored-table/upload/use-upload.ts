"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { JsonText } from "@/lib/json/text";
import type { CsvType } from "@/lib/table/read-csv";
import { storeDataset } from "@/lib/queries/store-dataset";

import { rowsInFile } from "./table-file";
import type { ChosenFile } from "./use-file-check";

interface Upload extends ChosenFile {
  projectId: string;
  name: string;
  description: string;
  types: readonly CsvType[] | undefined;
}

/** Sends a file's rows part by part; if it is cancelled, nothing is published. */
export function useUpload() {
  const running = useRef<AbortController>(undefined);
  const [sent, setSent] = useState({ share: 0, rows: 0 });
  const store = useMutation(storeDataset());
  useEffect(() => () => running.current?.abort(), []);

  async function* partsOf({ file, format, types }: Upload, signal: AbortSignal) {
    let rows = 0;
    for await (const part of rowsInFile({ file, format, types }, signal)) {
      yield part.rows.map((text) => new JsonText(text));
      rows += part.rows.length;
      setSent({ share: part.share, rows });
    }
  }
  return {
    isRunning: store.isPending,
    error: store.error,
    share: sent.share,
    sent: sent.rows,
    start: (upload: Upload, onStored: (stored: { digest: string; count: number }) => void) => {
      const abort = new AbortController();
      running.current = abort;
      setSent({ share: 0, rows: 0 });
      const { projectId, name, description } = upload;
      const { signal } = abort;
      store.mutate({ projectId, name, description, rows: partsOf(upload, signal), signal }, { onSuccess: onStored });
    },
    cancel: () => {
      running.current?.abort();
      store.reset();
    },
  };
}
