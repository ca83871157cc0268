"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useSyncExternalStore } from "react";

import { Dialog } from "@/components/ui/dialog";
import { sessionGate } from "@/lib/client/browser-client";

import { LinkForm } from "./link-form";
import { SignInForm } from "./sign-in-form";

interface SessionGuardProps {
  userName: string;
  serviceName: string;
  /** Whether the service needs a user name in addition to the key. */
  asksUserName: boolean;
  /** The project that was given when signing in. */
  projectId?: string;
  /** Whether the service prints sign-in links. */
  takesLinks: boolean;
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
  children,
}: SessionGuardProps) {
  const cache = useQueryClient();
  const router = useRouter();
  const open = useSyncExternalStore(sessionGate.subscribe, isAsking, isAskingOnServer);
  const goOn = () => {
    sessionGate.renewed();
    // Another person may have signed in, who may read other things.
    router.refresh();
    void cache.invalidateQueries();
  };
  return (
    <>
      {children}
      <Dialog
        open={open}
        onOpenChange={(stays) => !stays && sessionGate.declined()}
        title="Your session has ended"
        description="Sign in again to continue. Your input is kept."
      >
        <div className="grid gap-4">
          <SignInForm
            services={[{ name: serviceName, asksUserName }]}
            before={{ userName, projectId }}
            onSignedIn={goOn}
          />
          {takesLinks && <LinkForm serviceName={serviceName} onSignedIn={goOn} />}
        </div>
      </Dialog>
    </>
  );
}
