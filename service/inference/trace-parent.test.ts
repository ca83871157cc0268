import { expect, test } from "vitest";
import { readTraceParent } from "./trace-parent";

const [TRACE, SPAN] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];

test.each([
  ["as the standard has it", `00-${TRACE}-${SPAN}-01`, { traceId: TRACE, parentId: SPAN }],
  ["of a later version", `01-${TRACE}-${SPAN}-01-more`, { traceId: TRACE, parentId: SPAN }],
  ["none", undefined, undefined],
  ["of no version", `ff-${TRACE}-${SPAN}-01`, undefined],
  ["without a trace", `00-${"0".repeat(32)}-${SPAN}-01`, undefined],
  ["without a span", `00-${TRACE}-${"0".repeat(16)}-01`, undefined],
  ["in capitals", `00-${TRACE.toUpperCase()}-${SPAN}-01`, undefined],
  ["cut", `00-${TRACE}`, undefined],
  ["hostile", "../../etc/passwd", undefined],
])("%s", (_what, header, expected) => expect(readTraceParent(header)).toEqual(expected));
