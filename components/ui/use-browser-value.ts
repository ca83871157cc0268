"use client";

import { useSyncExternalStore } from "react";

const subscribeNever = () => () => {};
const yes = () => true;
const no = () => false;

/** A value that only the browser has and that does not change by itself; `onServer` in the server's HTML. */
export function useBrowserValue<Value>(read: () => Value, onServer: () => Value): Value {
  return useSyncExternalStore(subscribeNever, read, onServer);
}

/** Whether the page responds: false in the server's HTML, where a click or typed text would be lost. */
export function useIsHydrated(): boolean {
  return useBrowserValue(yes, no);
}
