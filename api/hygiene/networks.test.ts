import { expect, it } from "vitest";

import { addressIn } from "./networks.ts";

it.each([
  ["192.0.2.1", "192.0.2.1"],
  [" 192.0.2.1 ", "192.0.2.1"],
  ["192.0.2.1:4711", "192.0.2.1"],
  ['"192.0.2.1:4711"', "192.0.2.1"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ['"[2001:db8::1]:4711"', "2001:db8::1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["[::ffff:192.0.2.1]:80", "192.0.2.1"],
  ["fe80::1%eth0", "fe80::1"],
  ["unknown", undefined],
  ["_hidden", undefined],
  ["", undefined],
  ["192.0.2", undefined],
  ["192.0.2.1, 192.0.2.2", undefined],
  ["192.0.2.1 evil", undefined],
  ["[192.0.2.1", undefined],
])("the address in %j is %j", (text, address) => {
  expect(addressIn(text)).toBe(address);
});
