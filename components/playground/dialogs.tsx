"use client";

import dynamic from "next/dynamic";

import type { Pane, PlaygroundDocument } from "@/lib/playground/document";
import type { PlaygroundSession } from "@/lib/playground/session";

// `ssr: false` gives each its own boundary; without it the skeleton would replace the workbench while one is loaded.
const CodeDialog = dynamic(async () => (await import("./code-dialog")).CodeDialog, { ssr: false });
const SaveDialog = dynamic(async () => (await import("./save-dialog")).SaveDialog, { ssr: false });
const OpenDialog = dynamic(async () => (await import("./open-dialog")).OpenDialog, { ssr: false });
const HistoryDialog = dynamic(async () => (await import("./history-dialog")).HistoryDialog, { ssr: false });

export type OpenDialogName = "open" | "save" | "code" | "history";

interface DialogsProps {
  name: OpenDialogName | undefined;
  projectId: string;
  serviceUrl: string;
  document: PlaygroundDocument;
  pane: Pane | undefined;
  savedName: string;
  onSaved: (name: string) => void;
  onOpen: (document: PlaygroundDocument, name: string) => void;
  onOpenPrompt: (name: string, version: string) => void;
  onOpenCall: (id: string) => void;
  onReopen: (session: PlaygroundSession) => void;
  onClose: () => void;
}

/** The open dialog, if any; each is loaded on first use. */
export function Dialogs(props: DialogsProps) {
  const { name, projectId, serviceUrl, document, pane, savedName, onClose } = props;
  const then =
    <Given extends unknown[]>(action: (...given: Given) => void) =>
    (...given: Given) => {
      onClose();
      action(...given);
    };
  switch (name) {
    case "code":
      return (
        pane && (
          <CodeDialog document={document} pane={pane} target={{ baseUrl: serviceUrl, projectId }} onClose={onClose} />
        )
      );
    case "save":
      return (
        <SaveDialog
          projectId={projectId}
          document={document}
          name={savedName}
          onSaved={props.onSaved}
          onClose={onClose}
        />
      );
    case "open":
      return (
        <OpenDialog
          projectId={projectId}
          onOpen={then(props.onOpen)}
          onOpenPrompt={then(props.onOpenPrompt)}
          onOpenCall={then(props.onOpenCall)}
          onClose={onClose}
        />
      );
    case "history":
      return (
        <HistoryDialog
          projectId={projectId}
          onReopen={then(props.onReopen)}
          onOpenCall={then(props.onOpenCall)}
          onClose={onClose}
        />
      );
    case undefined:
      return null;
  }
}
