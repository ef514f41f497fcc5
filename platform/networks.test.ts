import { describe, expect, it } from "vitest";

import { inNetworks, neighbourhoodOf, networkOf, plainAddress } from "./networks.ts";

describe("networks", () => {
  const isTrusted = inNetworks(["10.0.0.0/8", "192.168.1.5", "::1", "fd00::/8"]);

  it.each(["10.0.0.1", "10.255.255.255", "192.168.1.5", "::1", "0:0:0:0:0:0:0:1", "fd12::9"])("hold %s", (address) => {
    expect(isTrusted(address)).toBe(true);
  });

  it.each(["11.0.0.1", "192.168.1.6", "::2", "fe80::1", "127.0.0.1", "not an address", ""])(
    "do not hold %j",
    (address) => {
      expect(isTrusted(address)).toBe(false);
    },
  );
});

it("of a version 6 address what counts is the household", () => {
  expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
  const one = ["2001:db8:0:7::1", "2001:0DB8:0000:0007:ffff::2", "2001:db8:0:7:1:2:3:4", "2001:db8::7:1:2:3:4"];
  expect(new Set(one.map(networkOf)).size).toBe(1);
  expect(networkOf("2001:db8:0:8::1")).not.toBe(networkOf("2001:db8:0:7::1"));
  expect([networkOf("::1"), networkOf("::")]).toEqual(["0:0:0:0", "0:0:0:0"]);
  expect(plainAddress("fe80::1%eth0")).toBe("fe80::1");
});

it("the neighbourhood of an address is what one customer has of version 6, and 256 addresses of version 4", () => {
  expect(["192.0.2.1", "192.0.2.255"].map(neighbourhoodOf)).toEqual(["192.0.2", "192.0.2"]);
  expect(neighbourhoodOf("192.0.3.1")).toBe("192.0.3");
  expect(["2001:db8:5:7::1", "2001:0DB8:0005:ffff::"].map(neighbourhoodOf)).toEqual(["2001:db8:5", "2001:db8:5"]);
  expect(neighbourhoodOf("2001:db8:6::1")).not.toBe(neighbourhoodOf("2001:db8:5::1"));
  expect(neighbourhoodOf("")).toBe("");
});
