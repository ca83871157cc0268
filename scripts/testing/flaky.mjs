import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** How many tests may pass only when they are tried again. */
const MOST_FLAKY = 2;

/**
 * What to say of the tests that passed only when they were tried again, as lines, and whether they fail the run: there
 * are more than two of them, or one of them was flaky in the run before, too. `folder` remembers them.
 */
export function judgeFlaky(names, folder) {
  const file = path.join(folder, "flaky.json");
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  writeFileSync(file, JSON.stringify(names));
  const again = names.filter((name) => before.includes(name));
  const lines = names.map((name) => `flaky: ${name}${again.includes(name) ? ", as in the run before" : ""}`);
  if (names.length > 0) lines.push(`${names.length} flaky, at most ${MOST_FLAKY} are accepted`);
  return { lines, fails: names.length > MOST_FLAKY || again.length > 0 };
}
