// A program as a user writes it with W&B Weave's SDK: it publishes a prompt and a dataset in two versions each, and
// calls an op with the newest prompt. Prints the refs of what it published in one JSON line.
import * as weave from "weave";

const { PROJECT = "" } = process.env;
const client = await weave.init(PROJECT);

const prompt = (content: string) => client.publish(new weave.StringPrompt({ name: "support-prompt", content }));
const first = await prompt("You are a support agent.\nAnswer in three sentences.\nBe friendly.");
const second = await prompt("You are a support agent.\nAnswer in one sentence.\nBe friendly.");

const rows = Array.from({ length: 40 }, (_, n) => ({
  question: `Where is parcel ${n}?`,
  expected: { city: n % 2 ? "Lyon" : "Lisbon", score: ((n * 7) % 40) / 10 },
}));
const dataset = (list: typeof rows) =>
  client.publish(new weave.Dataset({ name: "parcels", rows: structuredClone(list) }));
const before = await dataset(rows);
const after = await dataset([
  ...rows.slice(1),
  { question: "Where is my refund?", expected: { city: "Porto", score: 9 } },
]);

const answer = weave.op(
  async function answer({ settings, question }: { settings: string; question: string }) {
    return `${question} In Lyon.${settings ? "" : "?"}`;
  },
  { parameterNames: "useParam0Object" },
);
await answer({ settings: second.uri(), question: "Where is my parcel?" });
await client.waitForBatchProcessing();
process.stdout.write(
  `${JSON.stringify({ prompts: [first.digest, second.digest], datasets: [before.digest, after.digest] })}\n`,
);
