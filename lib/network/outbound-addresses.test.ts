import { describe, expect, test } from "vitest";
import { mayConnect } from "./outbound-addresses";

describe("a connection is made", () => {
  test.each([
    ["8.8.8.8", true, true],
    ["2606:4700::1111", true, true],
    ["127.0.0.1", true, false],
    ["::1", true, false],
    ["::ffff:127.0.0.1", true, false],
    ["10.1.2.3", true, false],
    ["172.31.0.1", true, false],
    ["192.168.1.1", true, false],
    ["100.64.0.1", true, false],
    ["fd12:3456::1", true, false],
    ["64:ff9b::a00:1", true, false],
    ["0.0.0.0", false, false],
    ["::", false, false],
    ["169.254.169.254", false, false],
    ["169.254.170.2", false, false],
    ["::ffff:169.254.169.254", false, false],
    ["::ffff:a9fe:a9fe", false, false],
    ["64:ff9b::a9fe:a9fe", false, false],
    ["64:ff9b::169.254.169.254", false, false],
    ["2002:a9fe:a9fe::1", false, false],
    ["2001::a9fe:a9fe", false, false],
    ["::ffff:0:a9fe:a9fe", false, false],
    ["::ffff:0:127.0.0.1", false, false],
    ["fe80::1", false, false],
    ["fe80::1%eth0", false, false],
    ["febf::1", false, false],
    ["fec0::1", false, false],
    ["fd00:ec2::254", false, false],
    ["fd20:ce::254", false, false],
    ["fd00:42::42", false, false],
    ["fd00:c1::a9fe:a9fe", false, false],
    ["64:ff9b:1::a9fe:a9fe", false, false],
    ["64:ff9b:1::169.254.169.254", false, false],
    ["64:ff9b:1:7:8:9:a9fe:a9fe", false, false],
    ["64:ff9b:1:a9fe:a9:fe00::", false, false],
    ["64:ff9b:1:a9:fe:a9fe::", false, false],
    ["64:ff9b:1:0:a9:fea9:fe00:0", false, false],
    ["64:ff9b:1::e000:1", false, false],
    ["64:ff9b:1::a00:1", true, false],
    ["64:ff9b:1::808:808", true, false],
    ["100.100.100.200", false, false],
    ["168.63.129.16", false, false],
    ["192.0.0.192", false, false],
    ["224.0.0.1", false, false],
    ["ff02::1", false, false],
    ["255.255.255.255", false, false],
    ["::7f00:1", true, false],
    ["::a00:1", true, false],
    ["192.88.99.1", true, true],
    ["172.32.0.1", true, true],
    ["100.63.255.255", true, true],
    ["2130706433", false, false],
    ["0x7f.1", false, false],
    ["localhost", false, false],
    ["", false, false],
  ])("to %s: %s, and with only public ones: %s", (address, isAllowed, isPublic) => {
    expect([mayConnect(address, { publicOnly: false }), mayConnect(address, { publicOnly: true })]).toEqual([
      isAllowed,
      isPublic,
    ]);
  });
});

test.each([
  ["127.0.0.1", 3001, false],
  ["127.9.9.9", 3001, false],
  ["::1", 3001, false],
  ["::ffff:127.0.0.1", 3001, false],
  ["127.0.0.1", 3002, true],
  ["10.0.0.1", 3001, true],
])("to %s at port %i, where the service itself listens at 3001: %s", (address, port, isAllowed) => {
  expect(mayConnect(address, { publicOnly: false, ownPort: 3001 }, port)).toBe(isAllowed);
});
