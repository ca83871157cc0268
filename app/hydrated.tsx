"use client";

import { useEffect } from "react";

/** Removes `data-hydrating` from the document once it responds to keys and clicks, as scripted browsers wait for. */
export function Hydrated() {
  useEffect(() => document.documentElement.removeAttribute("data-hydrating"), []);
  return null;
}
