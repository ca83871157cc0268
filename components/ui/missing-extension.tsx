"use client";

import dynamic from "next/dynamic";

/** Shown in place of a list that the service has no endpoint for; items can still be opened by ref. */
export const MissingExtension = dynamic(
  () => import("./missing-extension-view").then((module) => module.MissingExtensionView),
  { ssr: false, loading: () => null },
);
