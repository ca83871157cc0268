import { describe, expect, test } from "vitest";
import { mayReceive } from "./receiver-addresses";

describe("notifications are sent", () => {
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
    ["fe80::1", false, false],
    ["fe80::1%eth0", false, false],
    ["febf::1", false, false],
    ["fec0::1", false, false],
    ["fd00:ec2::254", false, false],
    ["fd20:ce::254", false, false],
    ["100.100.100.200", false, false],
    ["168.63.129.16", false, false],
    ["192.0.0.192", false, false],
    ["224.0.0.1", false, false],
    ["ff02::1", false, false],
    ["255.255.255.255", false, false],
    ["localhost", false, false],
    ["", false, false],
  ])("to %s: %s, and with only public ones: %s", (address, isAllowed, isPublic) => {
    expect([mayReceive(address, { publicOnly: false }), mayReceive(address, { publicOnly: true })]).toEqual([
      isAllowed,
      isPublic,
    ]);
  });
});
