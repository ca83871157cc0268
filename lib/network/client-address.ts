import { BlockList, isIP } from "node:net";

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/** Whether a text is an IP address, or a range of them such as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Whether an address is in one of these ranges. Throws for an invalid range: check with `isAddressRange` first. */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(prefix), family(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, family(address));
}

interface Hops {
  /** The other end of the connection. */
  remote: string | undefined;
  /** The header `X-Forwarded-For`: what the client sent, followed by what each proxy added. */
  forwardedFor: string | undefined;
  isTrusted: (address: string) => boolean;
}

/**
 * The address that a request comes from: the other end of the connection. While that is a trusted proxy, the last
 * address that it wrote into `X-Forwarded-For` is taken instead. Empty if unknown.
 */
export function clientAddress({ remote, forwardedFor = "", isTrusted }: Hops): string {
  let address = plainAddress(remote ?? "");
  for (const hop of forwardedFor.split(",").toReversed()) {
    const before = plainAddress(hop.trim());
    if (!isTrusted(address) || before === "") break;
    address = before;
  }
  return address;
}

/** Without port, brackets or zone, and an IPv4-mapped address as IPv4; empty if it is not an address. */
function plainAddress(text: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const [address = ""] = bare.split("%");
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  return isIP(mapped) === 0 ? "" : mapped;
}

/** The addresses of one client: for IPv6 a /64 network, since a client can use any address in it. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  // The URL parser writes each address in only one way.
  const [start = "", end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string) => text.split(":").filter((group) => group !== "");
  const [before, after] = [groups(start), groups(end ?? "")];
  const zeros = Array.from({ length: IPV6_GROUPS - before.length - after.length }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
