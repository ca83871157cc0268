import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeCertificate, trustArgument } from "@/scripts/testing/certificate";

/** A zone in which the tests show what a zone can break: far east or west, by a half or a quarter of an hour. */
const ZONES = [
  "America/Los_Angeles",
  "America/St_Johns",
  "America/Sao_Paulo",
  "Pacific/Pago_Pago",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Adelaide",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
];

/** Whether the tests reach Loupe through nginx, with TLS. */
export const isBehindNginx = process.env.LOUPE_TEST_PROXY === "nginx";

/** The files of the certificate, which the global setup made; in its environment, that of the workers. */
export const certificate = () => ({
  certificate: process.env.LOUPE_TEST_CERTIFICATE ?? "",
  key: process.env.LOUPE_TEST_CERTIFICATE_KEY ?? "",
});

/** Chromium's arguments for trusting the certificate. */
export const trustArguments = () => (certificate().certificate ? [trustArgument(certificate().certificate)] : []);

/** The browser's time zone: behind nginx a random one, unless `LOUPE_TEST_TIME_ZONE` names one. */
export const browserZone = (): string => process.env.LOUPE_TEST_TIME_ZONE ?? "Europe/Lisbon";

/** Makes the certificate, chooses the time zones and prints them; resolves to what removes the files. */
export function prepareNginx(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-certificate-"));
  const { certificate: file, key, environment } = makeCertificate(folder);
  Object.assign(process.env, environment, { LOUPE_TEST_CERTIFICATE: file, LOUPE_TEST_CERTIFICATE_KEY: key });
  process.env.LOUPE_TEST_TIME_ZONE ||= anyOf(ZONES);
  process.env.LOUPE_TEST_SERVICE_TIME_ZONE ||= anyOf(ZONES);
  const { LOUPE_TEST_TIME_ZONE: browser, LOUPE_TEST_SERVICE_TIME_ZONE: service } = process.env;
  console.log(`loupe: behind nginx: LOUPE_TEST_TIME_ZONE=${browser} LOUPE_TEST_SERVICE_TIME_ZONE=${service}`);
  return () => rmSync(folder, { recursive: true, force: true });
}

const anyOf = (zones: readonly string[]) => zones[Math.floor(Math.random() * zones.length)] ?? "";
