import { writeJson } from "@/lib/json/text";
import { decodeExport } from "./decode-export";
import { toCallWrite } from "./span-to-call";
import { exportOf, type TestSpan } from "./test-export";

/** For tests: the call that a span is read as, as plain values. */
export function callOf(span: TestSpan, scope = "test") {
  const [group] = decodeExport(Buffer.from(exportOf([span], {}, scope)), "json");
  const [only] = group?.spans ?? [];
  if (!group || !only) throw new Error("the export has one span");
  return JSON.parse(writeJson(toCallWrite(only, group, "local/demo")));
}
