import { expect, test } from "vitest";
import { JsonText, writeJson } from "@/lib/json/text";
import { countTurns } from "@/lib/limit/test-turns";
import { ITEMS_AT_ONCE } from "@/lib/limit/turns";
import type { Identity } from "@/service/people/keys/identity";
import type { NewFeedback } from "@/service/store/feedback/feedback-store";
import { writeBatch } from "./call-batch";
import { createBatch } from "./feedback-batch";
import { withItemsWritten } from "./route";

const ITEMS = 8_000;
const MOST_TURNS = ITEMS / ITEMS_AT_ONCE;
const project_id = "acme/a";
const identity: Identity = {
  owner: "ada",
  keyId: "k",
  defaultProject: project_id,
  roles: [{ project_pattern: project_id, role: "member" }],
};
/** A store that answers at once, so that no turn is that of a database. */
const deps = {
  clock: () => new Date("2026-11-20T08:40:45.487Z"),
  store: {
    createFeedbackBatch: async (batch: readonly NewFeedback[]) => batch.map((one) => ({ ...one, created_at: "now" })),
    readObjectValues: async () => [],
    writeCalls: async () => [],
    recordRefusals: async () => {},
  },
};

const feedback = {
  project_id,
  core_ref: `core:///${project_id}/call/c1`,
  feedback_type: "custom",
  payload: new JsonText("{}"),
};
const call = {
  project_id,
  op_name: "f",
  started_at: "2026-11-20T08:40:45Z",
  attributes: new JsonText("{}"),
  inputs: new JsonText("{}"),
};

test.each([
  [
    "feedback",
    async () =>
      createBatch(
        deps,
        Array.from({ length: ITEMS }, () => feedback),
        identity,
      ),
  ],
  [
    "calls",
    async () =>
      writeBatch(
        deps,
        Array.from({ length: ITEMS }, () => ({ mode: "start", req: { start: call } })),
        identity,
      ),
  ],
])("others have their turn again and again while a batch of %s is read", async (_what, read) => {
  const { result, turns } = await countTurns<{ res: unknown[] }>(read);
  expect(result.res).toHaveLength(ITEMS);
  expect(turns).toBeGreaterThanOrEqual(MOST_TURNS);
});

test("others have their turn while a long answer is written, which is the same", async () => {
  const answer = {
    res: Array.from({ length: ITEMS }, (_, place) => ({ place, payload: new JsonText("[ 1]") })),
    refused: 1,
  };
  const { result, turns } = await countTurns(async () => withItemsWritten(answer));
  expect(writeJson(result)).toBe(writeJson(answer));
  expect(turns).toBeGreaterThanOrEqual(MOST_TURNS);
  const short = { res: answer.res.slice(0, 3) };
  expect(await withItemsWritten(short)).toBe(short);
});
