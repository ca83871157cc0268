import * as z from "zod";
import { COMMENT_CHARS, QUOTE_CHARS } from "./limits";
import { timeOrderedId, timestamp } from "./primitives";

const position = z.int("must be a whole number").min(0, "must not be negative");

/** The marked part of a call's inputs or output that a comment is about. */
const passage = z
  .object({
    of: z.enum(["inputs", "output"]),
    /** The marked text as it was shown; the passage is found by it if the payload has changed since. */
    quote: z.string().min(1, "must not be empty").max(QUOTE_CHARS, `must have at most ${QUOTE_CHARS} characters`),
    /**
     * Keys and positions of the string that has the passage, none if that is the payload itself; with `start` and
     * `end`, or none of the three if the passage is not part of one string.
     */
    path: z.array(z.union([z.string(), position])).optional(),
    /** Range in the string, in UTF-16 code units: from `start` inclusive to `end` exclusive. */
    start: position.optional(),
    end: position.optional(),
  })
  .check(({ value: { path, start, end }, issues }) => {
    const given = [path, start, end].filter((one) => one !== undefined).length;
    if (given !== 0 && given !== 3)
      issues.push({ code: "custom", input: path, path: ["path"], message: "must be given with start and end" });
    if (start !== undefined && end !== undefined && end <= start)
      issues.push({ code: "custom", input: end, path: ["end"], message: "must be greater than start" });
  });
export type Passage = z.infer<typeof passage>;

/** The payload of feedback of type `core.comment.1`. Unknown fields are kept. */
export const commentPayload = z.object({
  /** Markdown. */
  text: z
    .string()
    .max(COMMENT_CHARS, `must have at most ${COMMENT_CHARS} characters`)
    .refine((text) => text.trim() !== "", "must not be empty"),
  /** ID of the comment on the same subject that this one replies to. */
  reply_to: timeOrderedId.optional(),
  /** Only on a call. */
  passage: passage.optional(),
  /** When it was first written; set by an edit, since replacing a record renews its `created_at`. */
  written_at: timestamp.optional(),
});
export type CommentPayload = z.infer<typeof commentPayload>;
