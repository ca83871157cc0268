import { headers } from "next/headers";
import type { ReactNode } from "react";

import { Frame } from "@/components/frame/frame";
import { ConnectionBanner } from "@/components/session/connection-banner";
import { SessionGuard } from "@/components/session/session-guard";
import { dashboardConfig } from "@/lib/auth/config";
import { draftOwner } from "@/lib/auth/draft-owner";
import { requireSession } from "@/lib/auth/session";

import { Providers } from "./providers";
import { requestedOpening } from "./requested-look";

interface SignedInProps {
  projectId?: string;
  children: ReactNode;
}

/** The frame around a page, for signed-in users; everyone else is redirected to sign in and returns afterwards. */
export async function SignedIn({ projectId, children }: SignedInProps) {
  const session = await requireSession((await headers()).get("x-path") ?? undefined);
  const { userName, serviceName } = session;
  const { takesLinks, services, oidc } = dashboardConfig();
  return (
    <Providers draftOwner={await draftOwner()} opening={await requestedOpening()}>
      <SessionGuard
        userName={userName}
        serviceName={serviceName}
        asksUserName={session.asksUserName}
        projectId={session.projectId}
        takesLinks={takesLinks}
        provider={serviceName === services[0]?.name ? oidc?.name : undefined}
      >
        <Frame userName={userName} serviceName={serviceName} projectId={projectId} banner={<ConnectionBanner />}>
          {children}
        </Frame>
      </SessionGuard>
    </Providers>
  );
}
