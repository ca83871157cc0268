import { annotationType } from "@/lib/feedback/annotation-spec";
import { COMMENT, CORRECTION, NOTE, REACTION } from "@/lib/format/feedback-words";
import { createQueryClient } from "@/lib/queries/query-client";
import { annotationSpecs } from "@/lib/queries/annotations";
import type { Connection } from "./context";

const SHORT: Readonly<Record<string, string>> = {
  reaction: REACTION,
  note: NOTE,
  comment: COMMENT,
  correction: CORRECTION,
};

/** The feedback type that a word means: a short name, the name of an annotation, or any other type as it is. */
export async function feedbackType(word: string | undefined, connection: Connection): Promise<string> {
  if (word === undefined) return "";
  const short = Object.hasOwn(SHORT, word) ? SHORT[word] : undefined;
  if (short !== undefined) return short;
  const specs = await readSpecs(connection);
  return specs.some(({ id }) => id === word) ? annotationType(word) : word;
}

/** The annotations of the project. */
export function readSpecs({ client, projectId }: Connection) {
  return createQueryClient(false).fetchQuery(annotationSpecs(projectId, client));
}
