"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { InlineBanner } from "@/components/ui/inline-banner";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import type { Pane, PlaygroundDocument } from "@/lib/playground/document";
import { programsOf, type CodeTarget, type Program } from "@/lib/playground/export-code";
import { requestBody } from "@/lib/playground/request-body";

import { Problem } from "./problem";
import { promptRefOf } from "./prompt/prompt-ref";

interface CodeDialogProps {
  document: PlaygroundDocument;
  pane: Pane;
  target: CodeTarget;
  onClose: () => void;
}

/** The request of a pane, as code to copy. */
export function CodeDialog({ document, pane, target, onClose }: CodeDialogProps) {
  const [id, setId] = useState<Program["id"]>("curl");
  const cache = useQueryClient();
  const promptRef = promptRefOf(cache, { projectId: target.projectId, document, pane });
  const { body, problems } = requestBody(document, pane);
  const programs = body ? programsOf(body, { ...target, promptRef }) : [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Code for ${pane.model || "this pane"}`}
      description="The code reads the key from LOUPE_API_KEY; each answer is recorded in this project."
      className="w-[min(760px,calc(100vw-32px))]"
    >
      {problems ? (
        <InlineBanner tone="error">
          {problems.map(({ path, message }) => (
            <p key={path}>
              <Problem path={path} message={message} />
            </p>
          ))}
        </InlineBanner>
      ) : (
        <Tabs
          label="Language"
          tabs={programs.map((program) => ({ value: program.id, label: program.label }))}
          value={id}
          onValueChange={setId}
        >
          {programs.map((program) => (
            <TabPanel key={program.id} value={program.id} className="pt-3">
              <CodeBlock code={program.code} label={`${program.label} program`} className="max-h-[52vh]" />
            </TabPanel>
          ))}
        </Tabs>
      )}
    </Dialog>
  );
}
