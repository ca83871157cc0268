import { isIP } from "node:net";
import { addressMatcher } from "./client-address";

/**
 * Addresses that nothing is sent to for a user: the own machine without a name, link-local ones, where clouds answer with
 * the credentials of the machine, the same services of clouds elsewhere, and those of many machines or of none.
 */
const NEVER_V4 = [
  "0.0.0.0/8",
  "169.254.0.0/16",
  // Metadata of Alibaba Cloud, of Azure's host and of Oracle Cloud.
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
const NEVER_V6 = [
  "::",
  "fe80::/10",
  "fec0::/10",
  // Metadata of AWS, Google Cloud, Scaleway and Oracle Cloud.
  "fd00:ec2::/32",
  "fd20:ce::254",
  "fd00:42::42",
  "fd00:c1::a9fe:a9fe",
  "ff00::/8",
  // Tunnels to IPv4, and its addresses as translators write them, which are not checked.
  "2001::/32",
  "::ffff:0:0:0/96",
];

/** Networks have prefixes of their own within it, which translate to IPv4 (RFC 8215). */
const LOCAL_NAT64 = "64:ff9b:1::/48";

/** Addresses of this machine and of private networks. */
const PRIVATE_V4 = [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
];
// The first range also has IPv4 addresses in IPv6's older notation, which no network routes.
const PRIVATE_V6 = ["::/96", "fc00::/7", LOCAL_NAT64, "2001:db8::/32"];

const isListed = addressMatcher([...NEVER_V4, ...NEVER_V6, ...NEVER_V4.flatMap(embedded)]);
const isOfLocalNat64 = addressMatcher([LOCAL_NAT64]);
const isNever = (address: string) =>
  isListed(address) || (isOfLocalNat64(address) && translationsOf(address).some((one) => isListed(one)));
const isPrivate = addressMatcher([...PRIVATE_V4, ...PRIVATE_V6, ...PRIVATE_V4.flatMap(embedded)]);
const isLoopback = addressMatcher(["127.0.0.0/8", "::1"]);

/** Which addresses may be connected to for a user. */
export type OutboundRules = {
  /** Only addresses that anybody can reach, not this machine or private networks. */
  publicOnly: boolean;
  /** A port of this machine that is never connected to: the service's own. */
  ownPort?: number;
};

/** Whether an IP address, which a user chose, may be connected to. */
export function mayConnect(address: string, { publicOnly, ownPort }: OutboundRules, port?: number): boolean {
  const [plain = ""] = address.split("%");
  if (isIP(plain) === 0 || isNever(plain) || (publicOnly && isPrivate(plain))) return false;
  return ownPort === undefined || port !== ownPort || !isLoopback(plain);
}

/** A range of IPv4 addresses within the IPv6 addresses that lead to it, of NAT64 and 6to4; mapped ones are found anyway. */
function embedded(range: string): string[] {
  const [address = "", bits = "32"] = range.split("/");
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(":");
  return [`64:ff9b::${groups}/${96 + Number(bits)}`, `2002:${groups}::/${16 + Number(bits)}`];
}

/** Where the octets of an IPv4 address are, for each length of a prefix of NAT64 (RFC 6052, section 2.2). */
const OCTETS = [
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
  [12, 13, 14, 15],
];

/** The IPv4 addresses that an IPv6 address could be translated to, without those of no machine. */
function translationsOf(address: string): string[] {
  // Written without the other notations of IPv6.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groupsOf = (text: string | undefined) =>
    text ? text.split(":").map((group) => Number.parseInt(group, 16)) : [];
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const groups = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
  const octets = groups.flatMap((group) => [group >> 8, group & 255]);
  return OCTETS.map((places) => places.map((place) => octets[place]).join(".")).filter((one) => !one.startsWith("0."));
}
