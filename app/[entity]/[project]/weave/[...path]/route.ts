import { notFound, redirect } from "next/navigation";

import { printedLinkPath } from "@/lib/format/printed-links";

/** Links that Weave's SDKs print for versions, and that its pages have; the page that they lead to checks the session. */
export function GET({ url }: Request): never {
  redirect(printedLinkPath(new URL(url)) ?? notFound());
}
