import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { dashboardConfig } from "@/lib/auth/config";
import { authOptions } from "@/lib/auth/options";

async function handle(request: NextRequest, context: RouteContext<"/api/auth/[...nextauth]">): Promise<Response> {
  return await NextAuth(request, context, authOptions(isSecure(request)));
}

/** Does the reader's browser speak https, here or to a proxy in front? */
function isSecure(request: NextRequest): boolean {
  const { url } = dashboardConfig();
  return url ? url.startsWith("https://") : request.headers.get("x-forwarded-proto") === "https";
}

export { handle as GET, handle as POST };
