import { expect, test } from "vitest";
import { timeOrderedId } from "@/lib/contract/primitives";
import { newId } from "@/service/ingest/new-id";
import { derivedId, timeOfId } from "./derived-id";

const call = newId(new Date("2026-11-20T08:40:45.487Z"));

test("is the same for one call and purpose, another for any other, and of the same time", () => {
  const id = derivedId(call, "completion 1");
  expect(timeOrderedId.parse(id)).toBe(id);
  expect(derivedId(call, "completion 1")).toBe(id);
  const others = [call, derivedId(call, "completion 2"), derivedId(newId(new Date()), "completion 1")];
  expect(others).not.toContain(id);
  expect([timeOfId(call), timeOfId(id)]).toEqual(["2026-11-20T08:40:45.487000Z", "2026-11-20T08:40:45.487000Z"]);
});
