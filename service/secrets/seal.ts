import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 4;
const VERSION = "v1";

/** What a sealed value belongs to: it can be opened for nothing else. */
export type SealedField = { id: string; field: string };

/** A value cannot be opened: it was sealed with another secret or for another field, or it was changed. */
export class SealError extends Error {}

/**
 * A secret that seals values with AES-256-GCM (NIST SP 800-38D), each with a random nonce of 96 bits: at most 2³² values
 * should be sealed with one secret.
 */
export class SealingSecret {
  /** Names the secret in sealed values; nothing about the secret follows from it. */
  readonly id: string;
  readonly #key: Buffer;
  readonly #hashKey: Buffer;

  /** Throws `RangeError` unless the secret has 32 bytes. */
  constructor(secret: Buffer) {
    if (secret.length !== SECRET_BYTES) throw new RangeError(`a secret has ${SECRET_BYTES} bytes`);
    const derive = (purpose: string, bytes: number) =>
      Buffer.from(hkdfSync("sha256", secret, "", `loupe ${purpose} ${VERSION}`, bytes));
    this.#key = derive("sealing key", SECRET_BYTES);
    this.#hashKey = derive("hash key", SECRET_BYTES);
    this.id = derive("secret id", ID_BYTES).toString("hex");
  }

  /** `v1.<id of the secret>.<nonce, ciphertext and tag in base64url>`. */
  seal(text: string, field: SealedField): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(contextOf(field));
    const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return [VERSION, this.id, sealed.toString("base64url")].join(".");
  }

  /** HMAC-SHA-256, hexadecimal; different for each purpose. */
  hash(text: string, purpose: string): string {
    return createHmac("sha256", this.#hashKey).update(`${purpose}\n${text}`).digest("hex");
  }

  /** Throws `SealError`. */
  open(sealed: string, field: SealedField): string {
    if (secretIdOf(sealed) !== this.id) throw new SealError("the value was sealed with another secret");
    const bytes = Buffer.from(sealed.split(".")[2] ?? "", "base64url");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError("the value is damaged");
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(contextOf(field));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch (error) {
      throw new SealError("the value was changed, or moved from another field", { cause: error });
    }
  }
}

/** The id of the secret that a value was sealed with; undefined if it is no sealed value. */
export function secretIdOf(sealed: string): string | undefined {
  const [version, id, , ...rest] = sealed.split(".");
  return version === VERSION && rest.length === 0 ? id : undefined;
}

const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[\w+/-]{43}=?$/;

/** The 32 bytes of a secret in hex, base64 or base64url; undefined if the text is nothing of this. */
export function readSecret(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, "hex");
  // Node.js reads both alphabets.
  const bytes = BASE64.test(text) ? Buffer.from(text, "base64") : Buffer.alloc(0);
  return bytes.length === SECRET_BYTES ? bytes : undefined;
}

// JSON quotes the parts, so that no two fields have the same context.
const contextOf = ({ id, field }: SealedField) => Buffer.from(JSON.stringify([VERSION, id, field]));
