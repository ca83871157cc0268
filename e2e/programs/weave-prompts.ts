// A program as a user writes it with W&B Weave's SDK: it publishes a chat prompt in two versions, whose variables are
// `{name}`, and a dataset for them. Prints the digests of what it published in one JSON line.
import * as weave from "weave";

const { PROJECT = "" } = process.env;
const client = await weave.init(PROJECT);

const prompt = (system: string) =>
  client.publish(
    new weave.MessagesPrompt({
      name: "parcel-prompt",
      messages: [
        { role: "system", content: system },
        { role: "user", content: "{question}" },
      ],
    }),
  );
const first = await prompt("You work in {city}. Answer in three sentences.");
const second = await prompt("You work in {city}. Answer in one sentence.");

const dataset = await client.publish(
  new weave.Dataset({
    name: "parcels",
    rows: [
      { question: "Where is parcel 1?", expected: { city: "Lisbon" } },
      { question: 'Where is "parcel 2"?', expected: { city: "Lyon" } },
      { question: "Where is parcel 3?", expected: { city: "Porto" } },
    ],
  }),
);
await client.waitForBatchProcessing();
process.stdout.write(`${JSON.stringify({ prompts: [first.digest, second.digest], datasets: [dataset.digest] })}\n`);
