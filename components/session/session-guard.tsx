"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useSyncExternalStore } from "react";

import { Dialog } from "@/components/ui/dialog";
import { onDemand } from "@/components/ui/on-demand";
import { sessionGate } from "@/lib/client/browser-client";

const signInAgain = onDemand(() => import("./sign-in-again"));

interface SessionGuardProps {
  userName: string;
  serviceName: string;
  /** Whether the service needs a user name in addition to the key. */
  asksUserName: boolean;
  /** The project that was given when signing in. */
  projectId?: string;
  /** Whether the service prints sign-in links. */
  takesLinks: boolean;
  /** The name of the sign-in provider. */
  provider?: string;
  children: ReactNode;
}

const isAsking = () => sessionGate.isAsking;
const isAskingOnServer = () => false;

/**
 * Asks for the credentials again when the session ends. The page keeps its state and typed text; its requests wait and
 * are sent afterwards.
 */
export function SessionGuard({
  userName,
  serviceName,
  asksUserName,
  projectId,
  takesLinks,
  provider,
  children,
}: SessionGuardProps) {
  const cache = useQueryClient();
  const router = useRouter();
  const open = useSyncExternalStore(sessionGate.subscribe, isAsking, isAskingOnServer);
  const forms = signInAgain.useNeeded(open, () => sessionGate.declined());
  const goOn = () => {
    sessionGate.renewed();
    // Another person may have signed in, who may read other things: what the page no longer shows is not kept for them.
    router.refresh();
    cache.removeQueries({ type: "inactive", fetchStatus: "idle" });
    void cache.invalidateQueries();
  };
  return (
    <>
      {children}
      <Dialog
        open={open && forms !== undefined}
        onOpenChange={(stays) => !stays && sessionGate.declined()}
        title="Your session has ended"
        description="Sign in again to continue. Your input is kept."
      >
        {forms && (
          <forms.SignInAgain
            service={{ name: serviceName, asksUserName }}
            before={{ userName, projectId }}
            takesLinks={takesLinks}
            provider={provider}
            onSignedIn={goOn}
          />
        )}
      </Dialog>
    </>
  );
}
