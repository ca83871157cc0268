import { AppError } from "@/lib/contract/app-error";
import { OTLP_PARTS, OTLP_SPANS } from "@/lib/contract/limits";

/** Bounds what one export may grow to in memory: a few bytes on the wire can each ask for an object. */
export class ExportBudget {
  #spans = 0;
  #parts = 0;

  /** Counts a span, a scope or a resource; throws `too_large` when there are too many. */
  span(): void {
    this.#spans += 1;
    if (this.#spans > OTLP_SPANS) throw tooLarge(`${OTLP_SPANS} spans`);
  }

  /** Counts an attribute, a value, an event or a link; throws `too_large` when there are too many. */
  part(): void {
    this.#parts += 1;
    if (this.#parts > OTLP_PARTS) throw tooLarge(`${OTLP_PARTS} attributes, values, events and links`);
  }
}

function tooLarge(limit: string): AppError {
  return new AppError("too_large", `An export may have at most ${limit}`);
}
