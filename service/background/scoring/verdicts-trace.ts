import { toTimestamp } from "@/lib/contract/time";
import { toJsonText } from "@/lib/json/text";
import { endWrite, startWrite } from "@/service/ingest/call-writes";
import type { CallWrite } from "@/service/store/calls/call-write";
import type { FollowedRule } from "@/service/store/scoring/scoring-store";
import { derivedId } from "./derived-id";

/** The op of the call that has a rule's verdicts of a day below it. */
export const VERDICTS_OP = "Scoring.verdicts";

const DATE_CHARS = "2026-11-25".length;

/** The trace of the verdicts that judges give for a rule on one day, in UTC. */
export class VerdictsTrace {
  readonly id: string;
  readonly #rule: FollowedRule;
  readonly #date: string;

  constructor(rule: FollowedRule, now: Date) {
    this.#rule = rule;
    this.#date = toTimestamp(now.getTime()).slice(0, DATE_CHARS);
    this.id = derivedId(rule.id, `verdicts ${this.#date}`);
  }

  /** The start of its root: the same whenever it is written. */
  start(): CallWrite {
    const { project_id, created_by, created_at, definition } = this.#rule;
    const dayStart = `${this.#date}T00:00:00.000000Z`;
    return startWrite(
      {
        project_id,
        id: this.id,
        trace_id: this.id,
        op_name: VERDICTS_OP,
        display_name: `Verdicts: ${definition.name}`,
        started_at: created_at > dayStart ? created_at : dayStart,
        attributes: toJsonText({}),
        inputs: toJsonText({ self: definition.scorer_ref }),
      },
      () => this.id,
      created_by,
    );
  }

  /** The end of its root, later each time that it is written. */
  end(now: Date): CallWrite {
    const { project_id } = this.#rule;
    return endWrite({ project_id, id: this.id, ended_at: toTimestamp(now.getTime()), summary: toJsonText({}) });
  }
}
