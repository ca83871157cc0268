import { toJsonText } from "@/lib/json/text";
import type { TrainingEvent } from "@/lib/contract/training";

/** An event as a service returns it, a number of seconds after a fixed instant; for tests only. */
export function trainingEvent(type: string, data: object, seconds = 0, id = "1"): TrainingEvent {
  const at = new Date(Date.UTC(2026, 10, 20, 8) + seconds * 1000);
  return { id, type, data: toJsonText(data), created_at: at.toISOString() };
}
