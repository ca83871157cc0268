import { invalidField } from "@/lib/contract/validate";
import { NoSecretError } from "./secrets";

/** A secret with a name, such as a header. */
type NamedSecret = { name: string; value: string };
/** Without a value, the stored one is kept. */
type KeptOrNew = { name: string; value?: string | null };

const AGAIN = "must be entered again, because the address is another one";
const NO_SECRET =
  "cannot be stored, because the service has no secret to encrypt it with; set LOUPE_SECRET to the output of: openssl rand -base64 32";

type KeptOptions<Opened> = {
  /** Whether they may be sent where they are to be sent: to the address that they were entered for. */
  isSameAddress: boolean;
  /** Decrypts them; undefined if they cannot be. */
  open: () => Opened | undefined;
  /** The error for those. */
  sealedOtherwise: string;
};

/** The secrets of something stored that is changed: given ones, and kept ones. Both throw `invalid`. */
export class KeptSecrets<Opened> {
  readonly #options: KeptOptions<Opened>;

  constructor(options: KeptOptions<Opened>) {
    this.#options = options;
  }

  /** One secret: null removes it, undefined keeps it. */
  one(field: string, given: string | null | undefined, isStored: boolean, of: (opened: Opened) => string | undefined) {
    if (given !== undefined || !isStored) return given ?? undefined;
    return of(this.#opened(field, field));
  }

  /** Secrets with names: a list replaces them, null removes them, undefined keeps them. */
  named(
    field: string,
    given: readonly KeptOrNew[] | null | undefined,
    stored: readonly string[],
    of: (opened: Opened) => readonly NamedSecret[],
  ): NamedSecret[] {
    const wanted: readonly KeptOrNew[] = given === undefined ? stored.map((name) => ({ name })) : (given ?? []);
    return wanted.map(({ name, value }, index) => {
      if (value !== undefined && value !== null) return { name, value };
      const path = given === undefined ? field : `${field}[${index}].value`;
      const kept = stored.includes(name) && of(this.#opened(field, path)).find((one) => one.name === name);
      if (!kept) throw invalidField(path, "is required if none is stored");
      return { name, value: kept.value };
    });
  }

  #opened(field: string, path: string): Opened {
    const { isSameAddress, open, sealedOtherwise } = this.#options;
    if (!isSameAddress) throw invalidField(path, AGAIN);
    const opened = open();
    if (opened === undefined) throw invalidField(field, sealedOtherwise);
    return opened;
  }
}

/** What `seal` returns. Throws `invalid` for a field if there is no secret to seal it with. */
export function sealedFor(field: string, seal: () => string): string {
  try {
    return seal();
  } catch (error) {
    throw error instanceof NoSecretError ? invalidField(field, NO_SECRET) : error;
  }
}
