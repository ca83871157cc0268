import { NAME_CHARS } from "@/lib/contract/limits";
import { name as storableName } from "@/lib/contract/primitives";

type Claims = Readonly<Record<string, unknown>>;

/** What a person is called. */
export function shownOf(claims: Claims): { name?: string; email?: string } {
  return {
    name: textIn(claims, "name") ?? textIn(claims, "preferred_username"),
    email: textIn(claims, "email"),
  };
}

/**
 * The names under which a person's feedback and calls may be recorded, the best first. Whoever has such a name may change
 * what others have recorded under it, so a name that people choose themselves is followed by the provider's id of the
 * person, and an e-mail address that the provider has not verified is not used.
 */
export function ownersOf(subject: string, claims: Claims, reserved: readonly string[]): string[] {
  const { name } = shownOf(claims);
  const email = verifiedEmailOf(claims);
  const verified = email === undefined ? [] : [email];
  const own = [name === undefined ? subject : `${name} (${subject})`, `${subject} (signed in)`];
  return [...verified, ...own].map((owner) => owner.slice(0, NAME_CHARS)).filter((owner) => !reserved.includes(owner));
}

/** An address, unless the provider says that it has not verified it: some verify all and do not say so. */
export function verifiedEmailOf(claims: Claims): string | undefined {
  const { email } = shownOf(claims);
  // Some write it as a text.
  const isVerified = String(claims["email_verified"]) !== "false";
  return isVerified && email?.includes("@") ? email : undefined;
}

/** The address of a person's picture. Only that of the provider itself may have http, if the provider's has. */
export function pictureIn(claims: Claims, issuer: string): string | undefined {
  const value = textIn(claims, "picture");
  if (value === undefined || !URL.canParse(value)) return undefined;
  const [{ protocol, hostname, username, password }, provider] = [new URL(value), new URL(issuer)];
  if (username || password) return undefined;
  const isOfProvider = protocol === provider.protocol && hostname === provider.hostname;
  return protocol === "https:" || isOfProvider ? value : undefined;
}

function textIn(claims: Claims, claim: string): string | undefined {
  const value = claims[claim];
  const trimmed = typeof value === "string" ? value.trim() : "";
  return storableName.safeParse(trimmed).success ? trimmed : undefined;
}
