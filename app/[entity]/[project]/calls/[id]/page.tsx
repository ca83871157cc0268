import type { Metadata } from "next";

import { projectIdOf } from "@/lib/format/address";

import { CallScreen } from "./call-screen";

interface CallRouteProps {
  params: Promise<{ entity: string; project: string; id: string }>;
}

export const metadata: Metadata = { title: "Call" };

/** Nothing is read ahead: payloads keep their exact text, which the wire between server and browser components can't carry. */
export default async function CallRoute({ params }: CallRouteProps) {
  return <CallScreen projectId={projectIdOf(await params)} />;
}
