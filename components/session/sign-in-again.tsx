"use client";

import { LinkForm } from "./link-form";
import { SignInForm } from "./sign-in-form";

interface SignInAgainProps {
  service: { name: string; asksUserName: boolean };
  before: { userName: string; projectId?: string };
  takesLinks: boolean;
  onSignedIn: () => void;
}

/** Signs in to the same service as before. */
export function SignInAgain({ service, before, takesLinks, onSignedIn }: SignInAgainProps) {
  return (
    <div className="grid gap-4">
      <SignInForm services={[service]} before={before} onSignedIn={onSignedIn} />
      {takesLinks && <LinkForm serviceName={service.name} onSignedIn={onSignedIn} />}
    </div>
  );
}
