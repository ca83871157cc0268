import * as z from "zod";
import { isUntouched, playgroundDocument, type PlaygroundDocument } from "./document";

/** Playgrounds of a project that are kept in addition to the open one, and their characters together. */
export const MAX_EARLIER = 20;
export const MAX_EARLIER_CHARS = 1_000_000;
/** What a browser kept before playgrounds had ids; answers that it kept then have the same. */
export const FORMER_SESSION = "";

const session = z.object({
  /** Answers are kept under it: they belong to one playground, and not to the next one's pane of the same id. */
  id: z.string(),
  document: playgroundDocument,
});
/** A document from when it was opened until another takes its place. */
export interface PlaygroundSession {
  id: string;
  document: PlaygroundDocument;
}

const former = playgroundDocument.transform((document): PlaygroundSession => ({ id: FORMER_SESSION, document }));
export const playgroundSession = z.union([session, former]);

const earlierSession = session.extend({
  /** When another took its place, milliseconds since 1970. */
  at: z.number(),
});
export type EarlierSession = z.infer<typeof earlierSession>;
export const earlierSessions = z.array(earlierSession);

/**
 * The earlier playgrounds, the last first, with one that another has taken the place of; one where nothing was written
 * is not kept. The oldest give way to it.
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
