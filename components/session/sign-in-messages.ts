import type { ProviderFailure, SignInOutcome } from "@/lib/client/sign-in";

/** Messages for failed sign-ins: what happened and what to do. */
export function signInMessage(
  way: "key" | "link",
  outcome: Exclude<SignInOutcome, "signed_in">,
  service: string,
): string {
  switch (outcome) {
    case "refused":
      return way === "link"
        ? "This sign-in link has already been used or is older than ten minutes. Run the command sign-in-link for a new one, or sign in with an API key."
        : "Unknown or revoked API key. Check that it is complete.";
    case "service_down":
      return `The service ${service} did not respond. Check that it is running, then try again.`;
    case "too_many":
      return `The service ${service} rejected this API key, and there were too many failed attempts from your network. Check that the key is complete, wait a minute, then try again.`;
    case "unreachable":
      return "The dashboard did not respond. Check that it is running and that you are connected, then try again.";
  }
}

/** Messages for failed sign-ins at the provider. */
export function providerMessage(failure: ProviderFailure, provider: string, service: string): string {
  switch (failure) {
    case "no_access":
      return `You are signed in with ${provider}, but none of your groups may use Loupe and no admin has given you a role, or you were turned off. Ask an admin for access.`;
    case "not_set_up":
      return `The service ${service} does not accept sign-ins with ${provider}. Ask the person who runs it to set OIDC_ISSUER for the service too.`;
    case "invitation_ended":
      return "The invitation could not be used: it has been used before, has expired or was revoked. Sign in if you have access already, or ask for a new invitation.";
    case "invitation_of_another":
      return `The invitation is for another e-mail address than yours at ${provider}, or the provider has not verified yours. Sign out there to use another account, or ask for a new invitation.`;
    case "provider_down":
      return `The sign-in provider did not respond. Try again later.`;
    case "not_completed":
      return `The sign-in with ${provider} was not completed. Try again.`;
    case "too_many":
      return "There were too many failed sign-ins from your network. Wait a minute, then try again.";
    case "service_down":
    case "unreachable":
      return signInMessage("key", failure, service);
  }
}
