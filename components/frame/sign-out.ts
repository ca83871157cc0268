import { toast } from "@/components/ui/toast-store";
import { signOut } from "@/lib/client/sign-in";

/** Ends the session and redirects to the sign-in page; shows an error if that fails. */
export async function signOutAndRedirect(): Promise<void> {
  if (await signOut()) window.location.assign("/sign-in");
  else
    toast({
      title: "The dashboard did not respond",
      description: "You are still signed in. Try again.",
      tone: "error",
    });
}
