import { dehydrate, type DehydratedState, type QueryClient } from "@tanstack/react-query";
import { readPortable, writePortable } from "@/lib/json/portable";

/**
 * The data that a cache has read, as text for another cache, up to so many characters in all. What failed is left out,
 * and what has no portable form, such as a page of rows that was cut off.
 */
export function portableState(cache: QueryClient, mostChars: number): DehydratedState {
  let left = mostChars;
  const texts = new Map<unknown, string>();
  return dehydrate(cache, {
    shouldDehydrateQuery: ({ state: { status, data } }) => {
      const text = status === "success" ? written(data) : undefined;
      if (text === undefined || text.length > left) return false;
      left -= text.length;
      texts.set(data, text);
      return true;
    },
    serializeData: (data: unknown) => texts.get(data),
  });
}

function written(data: unknown): string | undefined {
  try {
    return writePortable(data);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** How `hydrate` reads a portable state. */
export const readsPortable = {
  defaultOptions: { deserializeData: (text: unknown) => (typeof text === "string" ? readPortable(text) : undefined) },
};

/** Longest time between the reading on the server and the page's start that still counts as one moment. */
const OPENING_MS = 30_000;

/**
 * The state with the age that its data has by this browser's clock, which may be wrong. What was read while the page was
 * opened is of now, however slowly its scripts came; a page that is shown once more, later, has old data.
 */
export function agedState(state: DehydratedState, now: number): DehydratedState {
  const aged = (readAt: number) => (readAt > now - OPENING_MS ? now : readAt);
  return {
    ...state,
    queries: state.queries.map((query) => ({
      ...query,
      state: { ...query.state, dataUpdatedAt: aged(query.state.dataUpdatedAt) },
    })),
  };
}
