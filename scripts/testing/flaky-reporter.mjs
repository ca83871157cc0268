// A reporter of Vitest that writes the names of the tests that failed and passed when they were tried again, as a JSON
// list, to the file at `LOUPE_FLAKY_FILE`: Vitest's own JSON report counts them as passed.
import { writeFileSync } from "node:fs";

// oxlint-disable-next-line import/no-default-export -- Vitest requires it
export default class FlakyReporter {
  #flaky = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#flaky.push(`${test.module.relativeModuleId} ${test.fullName}`);
  }

  onTestRunEnd() {
    if (process.env.LOUPE_FLAKY_FILE) writeFileSync(process.env.LOUPE_FLAKY_FILE, JSON.stringify(this.#flaky));
  }
}
