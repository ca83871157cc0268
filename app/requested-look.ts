import "server-only";

import { cookies } from "next/headers";

import { type Look, LOOK_COOKIE, parseLook } from "@/lib/format/look";

/** How the browser that makes this request shows pages. */
export async function requestedLook(): Promise<Look> {
  return parseLook((await cookies()).get(LOOK_COOKIE)?.value);
}
