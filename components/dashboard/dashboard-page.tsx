"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { dashboardsPath, objectPath } from "@/lib/format/address";
import { dashboardDetail, type Dashboard, type ReadDashboard } from "@/lib/queries/dashboards";

// Loaded with its data, which is read after the page.
const DashboardScreen = dynamic(async () => (await import("./dashboard-screen")).DashboardScreen, {
  ssr: false,
  loading: () => <ChartSkeletons />,
});

interface DashboardPageProps {
  projectId: string;
  /** Name of its object. */
  id: string;
}

/** A dashboard, or why it cannot be shown. */
export function DashboardPage({ projectId, id }: DashboardPageProps) {
  const { data: dashboard, error, refetch, isFetching } = useQuery(dashboardDetail(projectId, id));
  const all = (
    <Link href={dashboardsPath(projectId)} className={buttonClass()}>
      All dashboards
    </Link>
  );
  if (dashboard === null)
    return (
      <EmptyState isPage title="Dashboard not found" description="It may have been deleted.">
        {all}
      </EmptyState>
    );
  if (error && !dashboard)
    return (
      <ErrorState
        isPage
        title="Could not load the dashboard"
        description={error.message}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!dashboard) return <ChartSkeletons />;
  if (isRead(dashboard)) return <DashboardScreen projectId={projectId} dashboard={dashboard} />;
  return (
    <ErrorState
      isPage
      title="This dashboard cannot be read"
      description={`Its object has a value that is not understood: ${dashboard.problem}. Open the object to see it and its earlier versions.`}
    >
      <Link
        href={objectPath(projectId, { kind: "object", name: id, digest: "latest" })}
        className={buttonClass("primary")}
      >
        Open object
      </Link>
      {all}
    </ErrorState>
  );
}

function isRead(dashboard: Dashboard): dashboard is ReadDashboard {
  return dashboard.value !== undefined;
}

function ChartSkeletons() {
  return (
    <div aria-busy className="grid gap-4 p-4 md:grid-cols-2 xl:grid-cols-3">
      {["first", "second", "third"].map((place) => (
        <Skeleton key={place} className="h-48 w-full" />
      ))}
    </div>
  );
}
