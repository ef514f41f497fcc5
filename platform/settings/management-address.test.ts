import { expect, test } from "vitest";

import { managementAddress, managementAddressOf } from "./management-address.ts";

test.each([
  ["127.0.0.1:9464", { host: "127.0.0.1", port: 9464 }],
  ["[::1]:0", { host: "::1", port: 0 }],
  ["metrics.example:65535", { host: "metrics.example", port: 65_535 }],
  ["off", null],
])("%s is read", (text, address) => expect(managementAddressOf(managementAddress.parse(text))).toEqual(address));

test.each([
  "",
  "9464",
  ":9464",
  "127.0.0.1",
  "127.0.0.1:65536",
  "127.0.0.1:-1",
  "http://127.0.0.1:9464",
  "::1:9464",
  "a b:1",
  "[::1]",
  "none",
])("%j is refused with the form", (text) => {
  expect(managementAddress.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    "must have the form host:port, such as 127.0.0.1:9464 or [::1]:9464, or be off",
  ]);
});
