import { expect, test } from "vitest";

import { withoutTimes } from "./without-times";

test.each([
  ["status:error model:m-1 started:yesterday", "status:error model:m-1"],
  ["(status:error started:yesterday) parent:none", "status:error parent:none"],
  ["(status:error model:m-1 ended<2h) parent:none", "(status:error model:m-1) parent:none"],
  ["started>2h", ""],
  ["not started:today kind:llm", "kind:llm"],
  ["(started:today or ended:today) kind:llm", "kind:llm"],
  ["kind:llm  status:error", "kind:llm  status:error"],
  ["status:error or started:yesterday", "status:error or started:yesterday"],
  ["has(started>2h)", "has(started>2h)"],
  ["not has:ended", "not has:ended"],
  ["kind:llm ended:none", "kind:llm ended:none"],
  ["kind:llm not ended:none", "kind:llm not ended:none"],
  ["kind:llm ended:none,today", "kind:llm"],
  ["cost>", "cost>"],
  ["", ""],
])("%s: %s", (text, left) => {
  expect(withoutTimes(text)).toBe(left);
});
