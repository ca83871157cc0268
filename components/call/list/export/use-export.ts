"use client";

import { useEffect, useRef, useState } from "react";

import { saveFile } from "@/components/ui/save-file";
import { ApiError } from "@/lib/client/api-error";
import { type ExportedFile, type ExportRequest, exportCalls } from "@/lib/queries/calls-export";

export type ExportState =
  | { stage: "asking" }
  | { stage: "running"; count: number; expected: number | undefined }
  | { stage: "done"; name: string; exported: ExportedFile }
  | { stage: "failed"; error: Error };

const asking: ExportState = { stage: "asking" };
const reportMs = 100;

/** Runs an export and saves its file; leaving the page, or `cancel`, aborts it. */
export function useExport() {
  const [state, setState] = useState<ExportState>(asking);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setState(asking);
  };
  const start = async (name: string, request: ExportRequest) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ stage: "running", count: 0, expected: undefined });
    let reportedAt = 0;
    const onProgress = (count: number, expected: number) => {
      if (Date.now() - reportedAt < reportMs || controller.signal.aborted) return;
      reportedAt = Date.now();
      setState({ stage: "running", count, expected });
    };
    try {
      const exported = await exportCalls(request, { signal: controller.signal, onProgress });
      saveFile(name, exported.file);
      setState({ stage: "done", name, exported });
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ stage: "failed", error: error instanceof Error ? error : new ApiError("internal", String(error)) });
    }
  };
  return { state, start, cancel };
}
