import { v7 as uuidV7 } from "uuid";
import type { JsonText } from "@/lib/json/text";
import type { FeedbackLinks, NewFeedback } from "./feedback";

/** Feedback as entered, with an id that stays the same through every attempt to save it. */
export function newFeedback(feedbackType: string, payload: JsonText, links?: FeedbackLinks): NewFeedback {
  return { id: uuidV7(), feedbackType, payload, ...(links && { links }) };
}
