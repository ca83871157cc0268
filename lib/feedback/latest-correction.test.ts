import { expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";
import { latestCorrection } from "./latest-correction";

it("takes the newest corrected output", () => {
  const given = (feedback_type: string, payload: string) => ({ feedback_type, payload: new JsonText(payload) });
  const records = [
    given("core.correction.1", '{"output":"3"}'),
    given("core.correction.1", '{"output": {"n": 4.0}}'),
    given("core.note.1", '{"note":"no"}'),
  ];
  expect(latestCorrection(records)?.text).toBe('{"n": 4.0}');
  expect(latestCorrection(records.slice(2))).toBeUndefined();
});
