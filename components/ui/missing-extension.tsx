"use client";

import dynamic from "next/dynamic";

/** Stands in place of a list that the service has no endpoint for: what is known by its ref still opens. */
export const MissingExtension = dynamic(
  () => import("./missing-extension-view").then((module) => module.MissingExtensionView),
  { ssr: false, loading: () => null },
);
