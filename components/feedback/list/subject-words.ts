import { readAnyRef } from "@/lib/contract/refs";
import { versionOfRef } from "@/lib/contract/version-name";

const SHORT_DIGEST = 7;

/** The subject of a record as text: `call 01J7F`, `thread chat-7`, `object prompt:3fa2c1b`; text that is not a ref unchanged. */
export function subjectWords(text: string | undefined): string {
  if (text === undefined) return "";
  const ref = readAnyRef(text);
  if (!ref) return text;
  if (ref.kind === "call" || ref.kind === "thread") return `${ref.kind} ${ref.id}`;
  if (ref.kind === "table") return `table ${ref.digest.slice(0, SHORT_DIGEST)}`;
  return `${ref.kind} ${ref.name}:${versionOfRef(ref.digest).slice(0, SHORT_DIGEST)}`;
}
