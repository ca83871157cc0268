import { SealError, type SealedField, SealingSecret, readSecret, secretIdOf } from "./seal";
import { StartError } from "@/service/store/start-error";
import { type KeptSecrets, readSecretsFile } from "./secrets-file";

/** Where the secrets come from: given ones, else those of a file, which is read again when its secret may have changed. */
export type SecretsSource = { current?: Buffer; old?: Buffer; file?: string };

/** There is no secret to seal a value with. */
export class NoSecretError extends Error {}

/** The secrets of a file; none if it cannot be read now, which is a problem of what needs them, not of everything else. */
function keptIn(file: string): KeptSecrets {
  try {
    return readSecretsFile(file);
  } catch (error) {
    if (error instanceof StartError) return {};
    throw error;
  }
}

/** Seals values with the present secret of the instance, and opens those of the present one and the one before. */
export class Secrets {
  readonly #source: SecretsSource;
  /** By id. None is forgotten: a value may have been read before it was sealed anew. */
  readonly #known = new Map<string, SealingSecret>();

  constructor(source: SecretsSource) {
    this.#source = source;
    for (const secret of [source.current, source.old]) if (secret) this.#add(secret);
  }

  /** Throws `NoSecretError`. */
  seal(text: string, field: SealedField): string {
    return this.#present().seal(text, field);
  }

  /** A hash of a text that only the present secret of the instance leads to. Throws `NoSecretError`. */
  hash(text: string, purpose: string): string {
    return this.#present().hash(text, purpose);
  }

  #present(): SealingSecret {
    const { current } = this.#source;
    const secret = current ? this.#add(current) : this.#readFile();
    if (!secret) throw new NoSecretError("no secret is configured");
    return secret;
  }

  /** Throws `SealError`. */
  open(sealed: string, field: SealedField): string {
    const id = secretIdOf(sealed) ?? "";
    if (!this.#known.has(id)) this.#readFile();
    const secret = this.#known.get(id);
    if (!secret) throw new SealError("the value was sealed with another secret");
    return secret.open(sealed, field);
  }

  /** Reads the secrets of the file; returns the present one. */
  #readFile(): SealingSecret | undefined {
    const { current, file } = this.#source;
    if (current !== undefined || file === undefined) return undefined;
    const kept = keptIn(file);
    const [secret] = [kept.secret, kept.secret_old].map((text) => {
      const bytes = readSecret(text ?? "");
      return bytes && this.#add(bytes);
    });
    return secret;
  }

  #add(bytes: Buffer): SealingSecret {
    const secret = new SealingSecret(bytes);
    const known = this.#known.get(secret.id) ?? secret;
    this.#known.set(secret.id, known);
    return known;
  }
}
