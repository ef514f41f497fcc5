import { describe, expect, it } from "vitest";

import { createAddressCheck } from "./public-addresses.ts";

const mayCall = createAddressCheck([]);

describe("without an allowed network", () => {
  it.each(["8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])(
    "%s may be called",
    (address) => expect(mayCall(address)).toBe(true),
  );

  it.each([
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::7f00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "fe80::1",
    "fe80::1%eth0",
    "fd12:3456::1",
    "ff02::1",
    "localhost",
    "",
  ])("%s may not", (address) => expect(mayCall(address)).toBe(false));
});

it("an allowed network opens itself alone", () => {
  const check = createAddressCheck(["10.20.0.0/16", "::1"]);
  expect(["10.20.0.7", "::1", "8.8.8.8"].every(check)).toBe(true);
  expect(["10.21.0.7", "127.0.0.1", "169.254.169.254"].some(check)).toBe(false);
});
