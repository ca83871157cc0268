"use client";

import { FilePlus2, Gauge, MessageSquarePlus } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import { newScorerPath } from "@/lib/format/experiment-address";
import { useMay } from "@/lib/queries/use-may";

import { PublishDialog } from "../publish/publish-dialog";

const newPrompt = onDemand(() => import("../prompt/new-prompt-dialog"));

/** Publishes the first version of a prompt, a scorer or any other object, if the user may. */
export function NewObject({ projectId }: { projectId: string }) {
  const [opened, setOpened] = useState<"prompt" | "object">();
  const close = () => setOpened(undefined);
  const prompt = newPrompt.useNeeded(opened === "prompt", close);
  if (!useMay(projectId, "member")) return undefined;
  return (
    <>
      <Button icon={MessageSquarePlus} onClick={() => setOpened("prompt")}>
        New prompt
      </Button>
      <Link href={newScorerPath(projectId)} className={buttonClass()}>
        <Gauge aria-hidden className="size-3.5" />
        New scorer
      </Link>
      <Button icon={FilePlus2} onClick={() => setOpened("object")}>
        New object
      </Button>
      {opened === "prompt" && prompt && <prompt.NewPromptDialog projectId={projectId} onClose={close} />}
      {opened === "object" && <PublishDialog projectId={projectId} onClose={close} />}
    </>
  );
}
