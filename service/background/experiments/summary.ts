import { problemsOf } from "@/lib/experiment/compare";
import { JsonNode } from "@/lib/json/node";
import { type JsonText, toJsonText } from "@/lib/json/text";

/** The sum of numbers, or of `true` as 1, and how many there were. */
type Tally = { count: number; sum: number; isRate: boolean };
type ScoreTally = Tally & { reasons: string[] };

/** Summarizes the outputs of an experiment's results as W&B's SDKs do. */
export class Summary {
  readonly #scores = new Map<string, ScoreTally>();
  readonly #latency: Tally = { count: 0, sum: 0, isRate: false };

  /** Adds the output of a result. */
  add(output: JsonText): void {
    const node = JsonNode.parse(output);
    for (const [name, value] of node.get("scores")?.entries() ?? []) {
      const score = value.get("score");
      const number = score?.boolean() === undefined ? score?.number() : Number(score.boolean());
      const problem = value.get("problem")?.string();
      if (number === undefined && problem === undefined) continue;
      const tally = this.#scores.get(name) ?? { count: 0, sum: 0, isRate: true, reasons: [] };
      this.#scores.set(name, tally);
      if (number === undefined) {
        tally.reasons.push(problem ?? "");
        continue;
      }
      addTo(tally, number);
      tally.isRate &&= score?.kind === "boolean";
    }
    const latency = node.get("model_latency")?.number();
    if (latency !== undefined) addTo(this.#latency, latency);
  }

  /**
   * By scorer: `{mean}` of numbers, `{true_count, true_fraction}` of booleans, and `problems: {count, reason}` of answers
   * without a score; and the mean latency in seconds.
   */
  output(): JsonText {
    const scores = [...this.#scores].map(([name, { count, sum, isRate, reasons }]) => [
      name,
      {
        ...(count > 0 && (isRate ? { true_count: sum, true_fraction: sum / count } : { mean: sum / count })),
        problems: problemsOf(reasons),
      },
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
