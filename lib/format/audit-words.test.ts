import { describe, expect, it, test } from "vitest";
import { AUDIT_KINDS } from "@/lib/contract/audit-kinds";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { actionWords, auditActions, authorWords, detailsLine } from "./audit-words";

const audited = Object.entries<Endpoint>(endpoints).flatMap(([action, { audit }]) =>
  audit ? [{ action, kind: audit === "change" ? ("change" as const) : ("export" as const) }] : [],
);

test.each(audited)("$action has words", (record) => expect(actionWords(record)).not.toBe(record.action));

test("there are words only for what is audited, each once", () => {
  const known = AUDIT_KINDS.flatMap((kind) => auditActions(kind));
  const names = audited.map(({ action }) => action);
  expect(known.filter(({ value }) => !/^(admin|retention) /.test(value) && !names.includes(value))).toEqual([]);
  expect(new Set(known.map(({ label }) => label)).size).toBe(known.length);
});

it("shows an unknown action as it is", () => expect(actionWords({ kind: "change", action: "newer" })).toBe("newer"));

describe("the author", () => {
  it.each([
    [{ owner: "ada", target: {} }, "ada"],
    [{ target: { user: "root", machine: "db-1" } }, "root on db-1"],
    [{ target: {} }, ""],
  ])("of %j is %j", (record, words) => expect(authorWords(record)).toBe(words));
});

it("writes details in one line", () => {
  expect(detailsLine({ object_id: "answer", num_deleted: "2", until: "none" })).toBe(
    "Object: answer · Deleted calls and versions: 2 · Until: none",
  );
});
