import { toast } from "@/components/ui/toast-store";
import { signOut } from "@/lib/client/sign-in";

/** Ends the session and redirects to the sign-in page; shows an error if that fails. */
export async function signOutAndRedirect(): Promise<void> {
  const next = await signOut();
  if (next !== undefined) window.location.assign(next);
  else
    toast({
      title: "The dashboard did not respond",
      description: "You are still signed in. Try again.",
      tone: "error",
    });
}
