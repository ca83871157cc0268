"use client";

import { useQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { typeWords } from "@/lib/format/feedback-words";
import type { AnalyzedFeedback } from "@/lib/queries/feedback-analysis";
import { judgeOfFeedback } from "@/lib/queries/judge-examples";
import { useMay } from "@/lib/queries/use-may";

const ExamplesForm = dynamic(async () => (await import("./examples-form")).ExamplesForm, {
  ssr: false,
  loading: () => <Skeleton className="h-32" />,
});

/** Feedback of a scorer's type and of another one on the same calls. */
export interface ComparedWithJudge extends AnalyzedFeedback {
  other: string;
}

/** Adds calls where a judge and people differ to the judge's messages; nothing unless the type is of a judge. */
export function JudgeExamples({ compared }: { compared: ComparedWithJudge }) {
  const { projectId, type, other } = compared;
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useMay(projectId, "member");
  const { data: judge } = useQuery(judgeOfFeedback({ projectId, type }));
  if (!judge || !mayWrite) return undefined;
  return (
    <>
      <Button icon={ListPlus} onClick={() => setOpen(true)}>
        Add examples to judge
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Add examples to ${judge.scorer.name}`}
        description={`Calls where ${typeWords(type)} and ${typeWords(other)} differ. You see the new messages in the editor before you save them.`}
        className="w-[min(880px,calc(100vw-32px))]"
      >
        <ExamplesForm compared={compared} judge={judge} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
