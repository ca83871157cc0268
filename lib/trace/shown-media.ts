import type { ChatMessage } from "./conversation";
import type { MediaPart } from "./message-media";
import type { MessagePart } from "./message-parts";

/** Number of files, and characters of embedded ones, that a conversation shows without being asked. */
const FILES = 50;
const CHARS = 16_000_000;
/** The longest embedded file among them, characters. */
const FILE_CHARS = 4_000_000;

/** The files of a conversation that are shown at once, from its end; the user asks for the others one by one. */
export function mediaShownAtOnce(messages: readonly ChatMessage[]): ReadonlySet<MediaPart> {
  const shown = new Set<MediaPart>();
  let chars = 0;
  for (const { parts } of messages.toReversed()) {
    for (const part of mediaIn(parts)) {
      const length = part.url?.length ?? 0;
      if (length > FILE_CHARS || chars + length > CHARS) continue;
      if (shown.size === FILES) return shown;
      shown.add(part);
      chars += length;
    }
  }
  return shown;
}

/** The files that are embedded or stored, also those in the results of tools. */
function mediaIn(parts: readonly MessagePart[]): MediaPart[] {
  return parts.flatMap((part) => {
    if (part.type === "tool_result") return mediaIn(part.parts ?? []);
    return part.type === "media" && (part.file !== undefined || part.url?.startsWith("data:")) ? [part] : [];
  });
}
