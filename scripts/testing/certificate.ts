import { spawnSync } from "node:child_process";
import { X509Certificate, createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Certificates that programs trust by themselves, on Debian. */
const SYSTEM = "/etc/ssl/certs/ca-certificates.crt";

/** A certificate for this machine, which nobody trusts by themselves. */
export interface Certificate {
  /** Paths of files. */
  certificate: string;
  key: string;
  /** The environment of programs that trust it besides those that they trust anyway. */
  environment: Record<string, string>;
}

/** Makes a certificate in a folder. */
export function makeCertificate(folder: string): Certificate {
  const certificate = path.join(folder, "loupe.crt");
  const key = path.join(folder, "loupe.key");
  const subject = "subjectAltName=IP:127.0.0.1,DNS:localhost";
  const asked = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const made = spawnSync(
    "openssl",
    [...asked, "-subj", "/CN=Loupe under test", "-addext", subject, "-keyout", key, "-out", certificate],
    { encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.error ?? made.stderr}`);
  const known = process.env.SSL_CERT_FILE ?? SYSTEM;
  const bundle = path.join(folder, "trusted.crt");
  const trusted = [...(existsSync(known) ? [known] : []), certificate];
  writeFileSync(bundle, trusted.map((file) => readFileSync(file, "utf8")).join("\n"));
  // Of Node, OpenSSL and so most of Python, requests, curl and pip.
  const names = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "PIP_CERT"];
  return { certificate, key, environment: Object.fromEntries(names.map((name) => [name, bundle])) };
}

/** Chromium's argument for trusting a certificate. */
export function trustArgument(certificate: string): string {
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  const spki = publicKey.export({ type: "spki", format: "der" });
  return `--ignore-certificate-errors-spki-list=${createHash("sha256").update(spki).digest("base64")}`;
}
