import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/** All files in a folder and those below it. */
export function* filesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const place = path.join(folder, name);
    const found = statSync(place, { throwIfNoEntry: false });
    if (found?.isDirectory()) yield* filesIn(place);
    else if (found?.isFile()) yield place;
  }
}
