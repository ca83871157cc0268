"use client";

import Link from "next/link";
import { useEffect } from "react";

import { CLOSE_TAB, SIGN_IN_CHANNEL, takeNextPage } from "@/lib/client/sign-in";

import { nextAddress } from "../next-address";

/** Tells the other tabs of the sign-in, and opens the page that was asked for. */
export function SignInDone() {
  useEffect(() => {
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    channel.postMessage("signed in");
    channel.close();
    const next = takeNextPage();
    if (next === CLOSE_TAB) window.close();
    else window.location.replace(nextAddress(next));
  }, []);
  return (
    <div className="grid w-full max-w-80 gap-2">
      <h1 className="text-title font-semibold">You are signed in</h1>
      <p className="text-muted">
        You can close this tab, or <Link href="/">open Loupe here</Link>.
      </p>
    </div>
  );
}
