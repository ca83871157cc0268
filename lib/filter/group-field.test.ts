import { expect, test } from "vitest";

import { groupName, groupNamed, groupWord } from "./group-field";

test.each([
  ["op", "op", "op", "op"],
  ["version", "version", "version", "version"],
  ["model", "model", "model", "model"],
  ["feedback_value", "feedback_value", "feedback_value", "feedback value"],
  ["user", "user_id", "user_id", "user"],
  ["thread", "thread_id", "thread_id", "thread"],
  ["kind", "overview.kind", "kind", "kind"],
  ["status", "overview.status", "status", "status"],
  ["recorded_by", "ext_user_id", "recorded_by", "recorded_by"],
  ["acme.tier", "attributes.[acme.tier]", "acme.tier", "acme.tier"],
  ["attributes.customer.tier", "attributes.[customer.tier]", "customer.tier", "customer.tier"],
  ["attributes.tier", "attributes.tier", "attributes.tier", "tier"],
  ["inputs.question", "inputs.question", "inputs.question", "inputs.question"],
  ["feedback.quality", "feedback.quality", "feedback.quality", "feedback.quality"],
])("%s is the group %s, whose name is %s and whose word is %s", (typed, group, name, word) => {
  expect([groupNamed(typed), groupName(group), groupWord(group)]).toEqual([{ group }, name, word]);
  expect(groupNamed(name)).toEqual({ group });
});

test.each([
  ["tier", "tier is not a field of calls"],
  ["reaction", "A call can have several values of reaction: choose a metric of feedback and feedback_value"],
])("%s is refused", (typed, problem) => {
  expect(groupNamed(typed)).toEqual({ problem });
});
