import { v7 as uuidV7 } from "uuid";

/** A time-ordered UUID (version 7) of the given moment. */
export function newId(now: Date): string {
  return uuidV7({ msecs: now.getTime() });
}
