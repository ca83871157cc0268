import dynamic from "next/dynamic";
import type { ReactNode } from "react";

import { isMissingEndpoint } from "@/lib/client/api-error";
import { FilterError } from "@/lib/filter/filter";

import type { FailedListProps } from "./failed-list";

const FailedList = dynamic(async () => (await import("./failed-list")).FailedList, { ssr: false });

/** Content for an error that a retry cannot fix; undefined for any other. */
export function listFailure({ error, ...props }: Omit<FailedListProps, "error"> & { error: Error | null }): ReactNode {
  const isLasting = error instanceof FilterError || isMissingEndpoint(error);
  return error && isLasting ? <FailedList error={error} {...props} /> : undefined;
}
