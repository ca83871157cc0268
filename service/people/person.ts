import { NAME_CHARS } from "@/lib/contract/limits";
import { name as storableName } from "@/lib/contract/primitives";
import { isLike } from "@/service/store/people/same-name";
import type { OidcConfig } from "./oidc-config";

type Claims = Readonly<Record<string, unknown>>;

/** What a person is called. */
export function shownOf(claims: Claims): { name?: string; email?: string } {
  return {
    name: textIn(claims, "name") ?? textIn(claims, "preferred_username"),
    email: textIn(claims, "email"),
  };
}

/** How a provider's statements about addresses are taken. */
type AddressRules = Pick<OidcConfig, "issuer" | "trustsEmails">;

/**
 * The names under which a person's feedback and calls may be recorded, the best first. Whoever has such a name may change
 * what others have recorded under it, so a name that people choose themselves is followed by the provider's id of the
 * person, and an e-mail address that the provider has not verified is not used.
 */
export function ownersOf(
  subject: string,
  claims: Claims,
  { reserved, ...rules }: AddressRules & { reserved: readonly string[] },
): string[] {
  const { name } = shownOf(claims);
  const email = verifiedEmailOf(claims, rules);
  const verified = email === undefined ? [] : [email];
  const own = [name === undefined ? subject : `${name} (${subject})`, `${subject} (signed in)`];
  return [...verified, ...own]
    .map((owner) => owner.slice(0, NAME_CHARS))
    .filter((owner) => !reserved.some((name) => isLike(name)(owner)));
}

/** Entra ID states with `xms_edov` that the tenant, or a one-time passcode, has verified the address. */
const ENTRA_ID = /(?:^|\.)microsoftonline\.(?:com|us)$/;

/** Whether claims say that their address is verified; undefined if they do not say. Some providers write it as text. */
export function emailIsVerified(claims: Claims, issuer: string): boolean | undefined {
  const stated = String(claims["email_verified"]);
  if (stated === "true" || stated === "false") return stated === "true";
  const isOfDomain = ENTRA_ID.test(new URL(issuer).hostname) && ["true", "1"].includes(String(claims["xms_edov"]));
  return isOfDomain || undefined;
}

/** An address that the provider says it has verified or, with `trustsEmails`, does not say that it has not. */
export function verifiedEmailOf(claims: Claims, { issuer, trustsEmails }: AddressRules): string | undefined {
  const { email } = shownOf(claims);
  return (emailIsVerified(claims, issuer) ?? trustsEmails) && email?.includes("@") ? email : undefined;
}

/**
 * What an ID token and the userinfo endpoint state together; the token comes first. An address is verified only by a
 * statement about the same address, and not if either denies it. `refused`: the endpoint did not accept the access token,
 * so it might have denied it.
 */
export function mergeClaims(claims: Claims, info: Claims | "refused" | undefined, issuer: string): Claims {
  const others = info === "refused" ? {} : (info ?? {});
  const merged = { ...others, ...claims };
  const said = [claims, others].flatMap((source) => {
    const isVerified = emailIsVerified(source, issuer);
    return isVerified === true && source["email"] !== merged["email"] ? [] : [isVerified];
  });
  if (said.includes(false)) return { ...merged, email_verified: false };
  if (said.includes(true)) return { ...merged, email_verified: true };
  return { ...merged, email_verified: info === "refused" ? false : undefined, xms_edov: undefined };
}

/** The address of a person's picture, if it is at the provider's own origin: people may choose it themselves. */
export function pictureIn(claims: Claims, issuer: string): string | undefined {
  const value = textIn(claims, "picture");
  if (value === undefined || !URL.canParse(value)) return undefined;
  const { origin, username, password } = new URL(value);
  return origin === new URL(issuer).origin && !username && !password ? value : undefined;
}

function textIn(claims: Claims, claim: string): string | undefined {
  const value = claims[claim];
  const trimmed = typeof value === "string" ? value.trim() : "";
  return storableName.safeParse(trimmed).success ? trimmed : undefined;
}
