import * as z from "zod";
import { isUntouched, playgroundDocument, type PlaygroundDocument } from "./document";

/** Maximum number of playgrounds of a project that are kept in addition to the open one, and their total characters. */
export const MAX_EARLIER = 20;
export const MAX_EARLIER_CHARS = 1_000_000;
/** The id of playgrounds that were stored before they had ids, and of their answers. */
export const FORMER_SESSION = "";

const session = z.object({
  /**
   * Answers are stored under this id, so that they belong to one playground and not to a pane with the same id in the
   * next one.
   */
  id: z.string(),
  document: playgroundDocument,
});
/** A document from when it was opened until another replaces it. */
export interface PlaygroundSession {
  id: string;
  document: PlaygroundDocument;
}

const former = playgroundDocument.transform((document): PlaygroundSession => ({ id: FORMER_SESSION, document }));
export const playgroundSession = z.union([session, former]);

const earlierSession = session.extend({
  /** When another replaced it, milliseconds since 1970. */
  at: z.number(),
});
export type EarlierSession = z.infer<typeof earlierSession>;
export const earlierSessions = z.array(earlierSession);

/**
 * The earlier playgrounds, newest first, plus one that has been replaced; a playground without text is not kept. The
 * oldest are removed to make room.
 */
export function withEarlier(
  earlier: readonly EarlierSession[],
  { id, document }: PlaygroundSession,
  at: number,
): EarlierSession[] {
  const others = withoutEarlier(earlier, id);
  if (isUntouched(document)) return others;
  let left = MAX_EARLIER_CHARS;
  return [{ id, document, at }, ...others].slice(0, MAX_EARLIER).filter((one) => {
    const { length } = JSON.stringify(one);
    if (length > left) return false;
    left -= length;
    return true;
  });
}

export function withoutEarlier(earlier: readonly EarlierSession[], id: string): EarlierSession[] {
  return earlier.filter((one) => one.id !== id);
}
