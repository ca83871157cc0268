import { JsonNode } from "@/lib/json/node";
import { type JsonText, toJsonText } from "@/lib/json/text";

/** The sum of numbers, or of `true` as 1, and how many there were. */
type Tally = { count: number; sum: number; isRate: boolean };

/** Summarizes the outputs of an experiment's results as W&B's SDKs do. */
export class Summary {
  readonly #scores = new Map<string, Tally>();
  readonly #latency: Tally = { count: 0, sum: 0, isRate: false };

  /** Adds the output of a result. */
  add(output: JsonText): void {
    const node = JsonNode.parse(output);
    for (const [name, value] of node.get("scores")?.entries() ?? []) {
      const score = value.get("score");
      const number = score?.boolean() === undefined ? score?.number() : Number(score.boolean());
      if (number === undefined) continue;
      const tally = this.#scores.get(name) ?? { count: 0, sum: 0, isRate: true };
      addTo(tally, number);
      tally.isRate &&= score?.kind === "boolean";
      this.#scores.set(name, tally);
    }
    const latency = node.get("model_latency")?.number();
    if (latency !== undefined) addTo(this.#latency, latency);
  }

  /** By scorer: `{mean}` of numbers, `{true_count, true_fraction}` of booleans; and the mean latency in seconds. */
  output(): JsonText {
    const scores = [...this.#scores].map(([name, { count, sum, isRate }]) => [
      name,
      isRate ? { true_count: sum, true_fraction: sum / count } : { mean: sum / count },
    ]);
    const { count, sum } = this.#latency;
    return toJsonText({
      ...Object.fromEntries(scores),
      ...(count > 0 && { model_latency: { mean: sum / count } }),
    });
  }
}

function addTo(tally: Tally, number: number): void {
  tally.count += 1;
  tally.sum += number;
}
