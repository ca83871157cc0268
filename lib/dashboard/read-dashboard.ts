import { type DashboardValue, dashboardValue } from "@/lib/contract/dashboards";
import type { JsonText } from "@/lib/json/text";

/** The dashboard in an object's value, or where and why the value is none. */
export function readDashboard(val: JsonText): { value: DashboardValue } | { problem: string } {
  const read = dashboardValue.safeParse(JSON.parse(val.text));
  if (read.success) return { value: read.data };
  const [issue] = read.error.issues;
  const path = issue?.path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("") ?? "";
  return { problem: `${path.replace(/^\./, "") || "value"}: ${issue?.message ?? "cannot be read"}` };
}
