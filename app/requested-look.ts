import "server-only";

import { cookies } from "next/headers";

import type { Opening } from "@/components/ui/opening";
import type { Look } from "@/lib/format/look";
import { LOOK_COOKIE, parseLook } from "@/lib/format/look-cookie";

/** How the browser that makes this request shows pages. */
export async function requestedLook(): Promise<Look> {
  return parseLook((await cookies()).get(LOOK_COOKIE)?.value);
}

/** What a page that is rendered now assumes about the browser. */
export async function requestedOpening(): Promise<Opening> {
  return { now: Date.now(), look: await requestedLook() };
}
