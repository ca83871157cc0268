import { expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { runningIds } from "./running-calls";

const row = (id: string, status: "running" | "success" = "success"): CallRow => ({ id, overview: { status } });

it("looks after running rows that the head does not have", () => {
  const pages = [{ rows: [row("a", "running"), row("b")] }, { rows: [row("c", "running")] }];
  expect(runningIds(pages, [row("a")])).toEqual(["c"]);
});
