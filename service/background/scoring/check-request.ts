import { chatRequest } from "@/lib/contract/chat";
import { check } from "@/lib/contract/validate";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";

/** A request for a completion; the same is done with each row's. */
export function checkRequest(text: string): ReturnType<typeof check<typeof chatRequest>> {
  try {
    return check(chatRequest, parseJson(text, slicePlan(chatRequest)));
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { errors: [{ path: "", message: error.message }] };
    throw error;
  }
}
