import { expect, test } from "vitest";
import { addressMatcher, clientAddress, isAddressRange, networkOf } from "./client-address";

test.each([
  ["10.0.0.1", true],
  ["10.0.0.0/8", true],
  ["fd00::/8", true],
  ["::1", true],
  ["10.0.0.0/33", false],
  ["fd00::/129", false],
  ["10.0.0.0/", false],
  ["10.0.0.0/8/8", false],
  ["10.0.0", false],
  ["proxy.lan", false],
  ["*", false],
  ["", false],
])("%j is an address or a range: %s", (text, is) => {
  expect(isAddressRange(text)).toBe(is);
});

const isTrusted = addressMatcher(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);
const CASES: [what: string, remote: string | undefined, forwardedFor: string | undefined, address: string][] = [
  ["a client", "203.0.113.9", undefined, "203.0.113.9"],
  ["a client that invents one", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["a client behind a proxy", "10.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["one that invents some before the proxy", "10.0.0.1", "10.9.9.9, 127.0.0.1, 203.0.113.9", "203.0.113.9"],
  ["one behind two proxies", "10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
  ["a proxy that wrote nothing", "10.0.0.1", undefined, "10.0.0.1"],
  ["a proxy that wrote no address", "10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"],
  ["a proxy that writes ports", "10.0.0.1", "203.0.113.9:5123", "203.0.113.9"],
  ["an IPv6 client behind one that writes ports", "fd00::1", "[2001:db8::1]:5123", "2001:db8::1"],
  ["IPv4 in IPv6", "::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["an address with a zone", "fe80::1%eth0", undefined, "fe80::1"],
  ["a connection that is gone", undefined, "203.0.113.9", ""],
];

test.each(CASES)("the address of %s", (_what, remote, forwardedFor, address) => {
  expect(clientAddress({ remote, forwardedFor, isTrusted })).toBe(address);
});

test("no proxy is trusted by default, not even this machine", () => {
  const nobody = addressMatcher([]);
  expect(clientAddress({ remote: "127.0.0.1", forwardedFor: "203.0.113.9", isTrusted: nobody })).toBe("127.0.0.1");
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:2::ffff", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", ""],
])("the network of %j is %j", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
