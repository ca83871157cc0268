import { ChartColumn, TriangleAlert } from "lucide-react";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import type { PlainMetric } from "@/lib/contract/metrics";
import { addChartPath, newAlertPath } from "@/lib/format/address";

interface MetricLinksProps {
  projectId: string;
  /** Name of the chart. */
  label: string;
  metric: Pick<PlainMetric, "measure" | "currency">;
  /** The calls that the chart is of. */
  filter: string;
}

/** What can be made of a chart: an alert on its metric, and a chart of a dashboard. */
export function MetricLinks({ projectId, label, metric, filter }: MetricLinksProps) {
  const links = [
    { words: "Add to dashboard", icon: ChartColumn, href: addChartPath(projectId, metric, filter) },
    { words: "Alert on this", icon: TriangleAlert, href: newAlertPath(projectId, metric, filter) },
  ];
  return (
    <>
      {links.map(({ words, icon: Icon, href }) => (
        <Link
          key={words}
          href={href}
          prefetch={false}
          title={words}
          aria-label={`${words}: ${label}`}
          className={buttonClass("ghost", "small")}
        >
          <Icon aria-hidden className="size-3.5" />
        </Link>
      ))}
    </>
  );
}
