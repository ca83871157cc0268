"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Dispatch } from "react";

import { makeDocument, type PlaygroundDocument } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import type { PlaygroundSession } from "@/lib/playground/session";
import { trainingGroupDetail } from "@/lib/queries/training";

interface Wanted {
  jobId: string;
  /** The new playground that the prompt is for. */
  session: PlaygroundSession;
}

interface JobPromptOptions {
  read: () => PlaygroundSession;
  /** Edits one playground, by its id. */
  editOf: (session: string) => Dispatch<Edit>;
}

/** Fills a new playground with a prompt from a training job, unless something has been typed there. */
export function useJobPrompt({ read, editOf }: JobPromptOptions) {
  const cache = useQueryClient();
  const { mutate, error, reset, isPending } = useMutation({
    mutationFn: async ({ jobId, session }: Wanted): Promise<PlaygroundDocument> => {
      const { promptOfGroup } = await import("@/lib/training/group-prompt");
      const prompt = promptOfGroup(await cache.fetchQuery(trainingGroupDetail({ id: jobId, index: 0 })));
      if (!prompt) throw new Error("the job's first trajectory has no messages before the answer.");
      const panes = session.document.panes.map(({ model, parameters }) => ({
        model,
        parameters: { ...parameters, ...prompt.parameters },
      }));
      return makeDocument({ turns: prompt.turns, panes });
    },
    onSuccess: (document, { session }) => {
      const now = read();
      if (now.id === session.id && now.document === session.document) editOf(now.id)({ type: "replace", document });
    },
  });
  return {
    fill: mutate,
    isReading: isPending,
    problem: error ? `Could not load the job's first prompt: ${error.message}` : undefined,
    dismissProblem: reset,
  };
}
