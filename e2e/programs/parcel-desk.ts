// A program as a user writes it with W&B Weave's SDK: it answers each question with a model, one trace for each.
import * as weave from "weave";
import * as z from "zod";

const { PROJECT = "", MODEL_URL = "", MODEL = "", SYSTEM = "", QUESTIONS = "[]" } = process.env;
const client = await weave.init(PROJECT);

const completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() }),
});

const complete = weave.op(
  async function complete(messages: { role: string; content: string }[]) {
    const response = await fetch(`${MODEL_URL}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: MODEL, messages }),
    });
    return completion.parse(await response.json());
  },
  { summarize: ({ usage }) => ({ usage: { [MODEL]: { requests: 1, ...usage } } }) },
);
const answer = weave.op(
  async function answer({ question }: { question: string }) {
    const { choices } = await complete([
      { role: "system", content: SYSTEM },
      { role: "user", content: question },
    ]);
    return choices[0].message.content;
  },
  { parameterNames: "useParam0Object" },
);

for (const question of z.array(z.string()).parse(JSON.parse(QUESTIONS))) await answer({ question });
await client.waitForBatchProcessing();
