import { describe, expect, it } from "vitest";

import { type CallsView, NEWEST_TRACES } from "@/lib/filter/calls-view";

import { LIST_PARAM } from "../page/list-param";
import { listOf } from "./listed-at";
import { listedCallPath } from "./listed-call";

const projectId = "acme/bot";

describe("the list in the address of a call", () => {
  it.each<[string, Partial<CallsView>, string[]]>([
    ["the newest traces", {}, []],
    ["a filter with signs of an address", { q: 'model:"a&b=c" cost>1 👎' }, []],
    ["a range and an order", { range: "7d", roots: false, sort: { by: "cost", direction: "asc" } }, []],
    ["bounds", { from: "2026-11-20T10:00:00.000000Z", to: "2026-11-21T10:00:00.000000Z" }, []],
    ["columns of payloads", {}, ["inputs.messages.0.content", "output.a b"]],
  ])("is read as it was written: %s", (_name, part, columns) => {
    const view = { ...NEWEST_TRACES, ...part };
    const address = new URL(listedCallPath({ projectId, view, columns }, "call/1"), "https://loupe.example");
    expect(address.pathname).toBe("/acme/bot/calls/call%2F1");
    expect(listOf(projectId, address.searchParams.get(LIST_PARAM) ?? "-", "UTC")).toEqual({ projectId, view, columns });
  });
});
