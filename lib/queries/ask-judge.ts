import { mutationOptions } from "@tanstack/react-query";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { type JudgeDefinition, type JudgedAnswer, judgeRequest, judgeVariables, readVerdict } from "@/lib/scorer/judge";
import { openChat } from "./chat";

interface Judging {
  definition: JudgeDefinition;
  answer: JudgedAnswer;
}

/** Sends one completion to a judge, which is recorded as a call, and reads its verdict. */
export function askJudge(projectId: string) {
  return mutationOptions({
    mutationKey: ["scorers", "ask judge", { projectId }] as const,
    mutationFn: async ({ definition, answer }: Judging) => {
      const request = judgeRequest(definition, judgeVariables(answer));
      if (request.problem !== undefined) return { problem: request.problem };
      const body = new JsonText(request.text);
      const { answer: response } = await openChat(body, { projectId, signal: new AbortController().signal });
      const completion = JsonNode.read(await response.text());
      return readVerdict(definition, completion?.at(["choices", 0, "message", "content"])?.string() ?? "");
    },
  });
}
