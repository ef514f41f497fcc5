import { expect, test } from "vitest";

import { domainOf, isMailAddress } from "./mail-address.ts";

test.each(["anna@example.org", "a.b+c@mail.example.org", "o'neil@example", "x@127.0.0.1"])(
  "%s is an address",
  (text) => {
    expect(isMailAddress(text)).toBe(true);
  },
);

test.each([
  "",
  "anna",
  "@example.org",
  "anna@",
  "anna@example.org,ben@example.org",
  "anna@example.org ben@example.org",
  "Anna <anna@example.org>",
  "anna@example.org\r\nBcc: ben@example.org",
  "anna@example.org\n",
  "anna@exa\u0000mple.org",
  "anna@-example.org",
  "anna@example..org",
  "ann\u00e4@example.org",
  '"a b"@example.org',
  `${"a".repeat(250)}@example.org`,
])("%j is none", (text) => {
  expect(isMailAddress(text)).toBe(false);
});

test("the domain stands behind the @", () => {
  expect(domainOf("anna@example.org")).toBe("example.org");
});
