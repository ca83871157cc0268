import type { SignInOutcome } from "@/lib/client/sign-in";

/** What to tell a person whose sign-in failed: what happened and what to do. */
export function signInMessage(outcome: Exclude<SignInOutcome, "signed_in">, service: string): string {
  switch (outcome) {
    case "wrong_key":
      return `${service} does not know this API key. Check that it was copied whole and not revoked.`;
    case "wrong_token":
      return `${service} refuses this token for models. Check it, or tick that the same key calls models.`;
    case "expired_code":
      return "This sign-in link was used already or is older than ten minutes. Run npm run sign-in-link for a new one, or sign in with an API key.";
    case "unknown_service":
      return `This dashboard no longer offers ${service}. Reload the page to see which services it does.`;
    case "service_down":
      return `${service} did not answer. Check that it runs, then try again.`;
    case "unreachable":
      return "The dashboard did not answer. Check that it runs and that you are connected, then try again.";
  }
}
