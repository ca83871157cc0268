import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import { isNotFound } from "@/lib/client/api-error";
import { type Prompt, readPrompt, writePrompt } from "@/lib/prompt/prompt";
import { publishOver, NewerVersion } from "@/lib/queries/publish-over";
import { invalidField } from "@/lib/contract/validate";
import { versionName, versionNumber } from "@/lib/contract/version-name";
import { project, tool } from "@/service/http/mcp/tool";

const message = z.strictObject({
  role: z.enum(["system", "developer", "user", "assistant", "placeholder"]),
  content: z.string(),
});

export const savePrompt = tool({
  name: "save_prompt",
  title: "Save a version of a prompt",
  role: "member",
  description: `Saves a version of a prompt, which becomes its latest one; labels such as production stay where they are, so that programs which use them do not change. Variables are {{name}}. What is left out stays as in the version before. Only when the user asks for it.
Examples: {"name": "answer", "replaces": 3, "messages": [{"role": "system", "content": "Answer in one sentence."}, {"role": "user", "content": "{{question}}"}], "message": "Shorter answers"}; {"name": "new-prompt", "messages": [{"role": "user", "content": "Summarize {{text}}"}]}`,
  input: z.strictObject({
    project,
    name: z.string().min(1),
    replaces: z
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .optional()
      .describe(
        "Number of the latest version, such as 3 for v3, which the new one replaces; left out for a new prompt",
      ),
    messages: z.array(message).min(1, "must have at least one item").optional(),
    model: z.string().min(1).optional(),
    message: z.string().optional().describe("What was changed, and why"),
  }),
  async run(args, { client, signal, defaultProject }) {
    const projectId = args.project ?? defaultProject;
    const { name, replaces, messages, model, message: description } = args;
    const latest = await client
      .request("objRead", { project_id: projectId, object_id: name, digest: "latest" }, { signal })
      .then(({ obj }) => obj)
      .catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      });
    const number = latest && versionNumber(latest.version_index);
    if (number !== replaces)
      throw new AppError(
        "conflict",
        latest
          ? `replaces: the latest version is v${number}; read it, and save with replaces ${number}`
          : "replaces: there is no prompt of this name; leave it out to save a new one",
      );
    const before = latest && readPrompt(latest.val);
    if (latest && !before) throw invalidField("name", "is the name of something that is not a prompt");
    if (!before && !messages) throw invalidField("messages", "is required for a new prompt");
    const prompt: Prompt = {
      ...(before ?? { kind: "chat", parameters: {} }),
      turns: messages ?? before?.turns ?? [],
      ...(model !== undefined && { model }),
      ...(description !== undefined && { description }),
    };
    const obj = { project_id: projectId, object_id: name, val: writePrompt(prompt, name, latest?.val) };
    const { version_index: index } = await publishOver({ ...obj, replaces: latest?.digest }, client).catch(
      (error: unknown) => {
        if (error instanceof NewerVersion)
          throw new AppError("conflict", "replaces: another version was saved in the meantime; read it first");
        throw error;
      },
    );
    return () => ({ data: "", notes: [`Saved as ${versionName(index)}.`] });
  },
});
