import * as z from "zod";
import { grant } from "@/lib/contract/keys";
import type { Grant } from "@/lib/contract/grants";
import { ID_TOKEN_ALGORITHMS, type IdTokenAlgorithm } from "@/lib/network/oidc";
import { providerAddress } from "@/lib/network/oidc";
import { StartError } from "@/service/store/start-error";
import { documentVariable, secretVariable, switchVariable } from "@/service/secrets/variables";

/** The sign-in provider, and what the members of its groups may do. */
export type OidcConfig = {
  /** Exactly as in its tokens. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The only algorithm that tokens may be signed with. */
  algorithm: IdTokenAlgorithm;
  /** The claim with the names of a person's groups. */
  groupsClaim: string;
  /** Whether an address counts as verified if the provider does not say. */
  trustsEmails: boolean;
  rolesByGroup: ReadonlyMap<string, readonly Grant[]>;
};

const GROUPS = 'a JSON object such as {"engineers": [{"project_pattern": "acme/*", "role": "member"}]}';

const groups = z
  .record(z.string().min(1), z.array(grant, "must be a list").min(1, "must have at least one entry"), GROUPS)
  .refine((given) => Object.keys(given).length > 0, "must name at least one group");

/** The variables of the sign-in provider, all optional. */
export const oidcVariables = {
  OIDC_ISSUER: providerAddress.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: secretVariable.optional(),
  OIDC_ALGORITHM: z.enum(ID_TOKEN_ALGORITHMS, `one of ${ID_TOKEN_ALGORITHMS.join(", ")}`).default("RS256"),
  LOUPE_OIDC_GROUPS: documentVariable(groups, GROUPS).optional(),
  LOUPE_OIDC_GROUPS_CLAIM: z.string().default("groups"),
  LOUPE_OIDC_TRUST_EMAILS: switchVariable.default(false),
};

type Values = z.output<z.ZodObject<typeof oidcVariables>>;

/** Undefined without an issuer. Throws `StartError` that names the first variable that is missing beside it. */
export function oidcConfig(values: Values): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined) {
    const [alone] = (["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "LOUPE_OIDC_GROUPS"] as const).filter(
      (name) => values[name] !== undefined,
    );
    if (alone) throw new StartError(`OIDC_ISSUER: not set, although ${alone} is; set it to the provider's issuer`);
    return undefined;
  }
  const rolesByGroup = values.LOUPE_OIDC_GROUPS;
  if (clientId === undefined) throw missing("OIDC_CLIENT_ID", "the id that the provider has given to Loupe");
  if (clientSecret === undefined) throw missing("OIDC_CLIENT_SECRET", "the secret that belongs to OIDC_CLIENT_ID");
  if (rolesByGroup === undefined) throw missing("LOUPE_OIDC_GROUPS", GROUPS);
  return {
    issuer,
    clientId,
    clientSecret,
    algorithm: values.OIDC_ALGORITHM,
    groupsClaim: values.LOUPE_OIDC_GROUPS_CLAIM,
    trustsEmails: values.LOUPE_OIDC_TRUST_EMAILS,
    rolesByGroup: new Map(Object.entries(rolesByGroup)),
  };
}

const missing = (name: string, what: string) =>
  new StartError(`${name}: not set, although OIDC_ISSUER is; set it to ${what}`);
