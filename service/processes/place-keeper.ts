import { ownPlaces } from "@/service/inference/places";
import type { Order, Report } from "./messages";

type Visit = { leave?: () => void; gone: AbortController };

/** One process, as a visitor of model servers with limits. */
export type Visitor = {
  handle(report: Extract<Report, { type: "enter" | "leave" }>): void;
  /** Leaves all its places, and waits for none any more. */
  end(): void;
};

/** Keeps the places of model servers that may have a limited number of requests at once, for all processes. */
export class PlaceKeeper {
  readonly #places = ownPlaces();

  /** A process that is told by `answer` when it has a place. */
  visitor(answer: (order: Extract<Order, { type: "entered" | "refused" }>) => void): Visitor {
    const visits = new Map<number, Visit>();
    const leave = (id: number) => {
      const visit = visits.get(id);
      visits.delete(id);
      visit?.gone.abort();
      visit?.leave?.();
    };
    const enter = async ({ id, server, project, now }: Extract<Report, { type: "enter" }>) => {
      const visit: Visit = { gone: new AbortController() };
      visits.set(id, visit);
      try {
        const left = await this.#places.enter(server, project, visit.gone.signal, { now });
        // It may have left while it was let in.
        if (visit.gone.signal.aborted) return left();
        visit.leave = left;
        answer({ type: "entered", id });
      } catch (error) {
        visits.delete(id);
        if (!visit.gone.signal.aborted)
          answer({ type: "refused", id, message: error instanceof Error ? error.message : String(error) });
      }
    };
    return {
      handle(report) {
        if (report.type === "enter") void enter(report);
        else leave(report.id);
      },
      end() {
        for (const id of visits.keys()) leave(id);
      },
    };
  }
}
