"use client";

import dynamic from "next/dynamic";
import { useState } from "react";

import { useToasts } from "./toast-store";

const ToasterView = dynamic(() => import("./toaster-view").then((module) => module.ToasterView), { ssr: false });

/** Renders the messages of `toast()`; mounted once, near the root. Loaded with the first message. */
export function Toaster() {
  const toasts = useToasts();
  const [wasNeeded, setWasNeeded] = useState(false);
  if (toasts.length > 0 && !wasNeeded) setWasNeeded(true);
  return wasNeeded && <ToasterView toasts={toasts} />;
}
