import { ApiError } from "@/lib/client/api-error";
import type { ObjectVersion } from "@/lib/contract/objects";
import type { JsonText } from "@/lib/json/text";

/** The class of the previous version is kept if the value can still have it. */
export function classFor(version: ObjectVersion | undefined, val: JsonText): string | undefined {
  const given = version?.base_object_class;
  return given !== undefined && val.kind === "object" && !val.text.includes('"_class_name"') ? given : undefined;
}

/** Why a version could not be published, with the fields that the service names. */
export function failureWords(error: Error): string {
  if (!(error instanceof ApiError)) return `Could not publish: ${error.message}`;
  const fields = error.errors.map(({ path, message }) => `${path} ${message}`).join("; ");
  return `Could not publish: ${fields || error.message}${error.requestId ? ` (request ${error.requestId})` : ""}`;
}
