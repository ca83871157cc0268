// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInWorker } from "@/components/ui/test-worker";
import { standInRelay } from "@/lib/client/test-relay";
import type { ObjectVersion } from "@/lib/contract/objects";
import { JsonText } from "@/lib/json/text";
import { readPrompt } from "@/lib/prompt/prompt";

import { ObjectChanges } from "./object-changes";

const prompt = (content: string) => `{"_class_name":"StringPrompt","content":"${content}"}`;
const greet = (index: number, val: string): ObjectVersion => ({
  project_id: "acme/bot",
  object_id: "greet",
  created_at: "2026-11-20T08:00:00Z",
  digest: `d${index}`,
  version_index: index,
  is_latest: index === 1 ? 1 : 0,
  kind: "object",
  val: new JsonText(val),
});

async function show(base: string) {
  const [before, after] = [greet(0, base), greet(1, prompt("Hello"))];
  standInRelay({ "/obj/read": { obj: before } });
  // Compares nothing: what it finds is not tested here.
  standInWorker(async function* compare() {});
  renderPage(<ObjectChanges version={after} versions={[after, before]} prompt={readPrompt(after.val)} />);
  await screen.findByLabelText(/^(Differences between|Comparing) v1 and v2/);
}
const shownAs = () =>
  [...document.querySelectorAll("[role=radio][aria-checked=true]")].map(({ textContent }) => textContent);

// Loaded when first wanted, which takes longer than the tests themselves.
beforeAll(() => Promise.all([import("../prompt/prompt-changes"), import("@/components/json/json-diff")]));

it("switches between the text and the JSON of two prompts", async () => {
  await show(prompt("Hi"));
  expect(shownAs()).toContain("Text");
  await userEvent.keyboard("r");
  expect(shownAs()).toContain("JSON");
});

it("offers no text if the other version is no prompt", async () => {
  await show('{"a":1}');
  screen.getByLabelText("Layout");
  expect(shownAs()).toEqual([]);
});
