import type { AlertCondition, AlertDefinition, AlertState } from "@/lib/contract/alerts";
import type { AlertProgress } from "@/service/store/alerts/alerts-store";

/** What was measured in a window: a value and, for a change, that of a week before; or why there is none. */
export type WindowResult =
  | { type: "value"; value: number; baseline?: number; percent?: number }
  | { type: "no_data"; reason: string; value?: number; baseline?: number }
  | { type: "error"; reason: string };

type Transition = {
  progress: AlertProgress & { state: AlertState };
  /** Whether the history has an entry for it. */
  isEvent: boolean;
  /** Whether people are to be notified. */
  isNotified: boolean;
};

/** Whether a value meets a condition. */
export function meets(condition: AlertCondition, { value, percent }: { value: number; percent?: number }): boolean {
  const [compared, limit] =
    condition.type === "threshold" ? [value, condition.value] : [percent ?? Number.NaN, condition.percent];
  return condition.comparison === "above" ? compared > limit : compared < limit;
}

/**
 * What the result of the window that ends at `windowEnd` leads to. An alert that fires is notified once until it is ok
 * again, whatever is in between; one that was muted when it began to fire, as soon as it is not muted any more.
 */
export function transition(
  before: AlertProgress,
  { condition, consecutive, notify_on }: Pick<AlertDefinition, "condition" | "consecutive" | "notify_on">,
  result: WindowResult,
  { windowEnd, isMuted }: { windowEnd: string; isMuted: boolean },
): Transition {
  const isBreach = result.type === "value" && meets(condition, result);
  const breaches = isBreach ? before.breaches + 1 : 0;
  const isFiring = isBreach && (breaches >= consecutive || before.firedAt !== undefined);
  const state = result.type === "value" ? (isFiring ? "firing" : "ok") : result.type;
  const isChange = state !== before.state;
  const notify = (event: AlertDefinition["notify_on"][number]) => !isMuted && notify_on.includes(event);
  switch (state) {
    case "firing": {
      const isNotified = !before.isNotified && !isMuted;
      return {
        progress: {
          state,
          breaches,
          firedAt: before.firedAt ?? windowEnd,
          isNotified: before.isNotified || isNotified,
        },
        isEvent: isChange || isNotified,
        isNotified,
      };
    }
    case "ok":
      return {
        progress: { state, breaches, isNotified: false },
        isEvent: isChange,
        isNotified: before.isNotified && notify("recovery"),
      };
    default:
      return {
        progress: { ...before, state, breaches },
        isEvent: isChange,
        isNotified: isChange && notify(state),
      };
  }
}
