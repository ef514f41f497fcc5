import { InvalidCredentialsError, UnknownStatusCodeError, UnwillingToPerformError } from "ldapts";
import { expect, test } from "vitest";

import { mapLdapError } from "./errors.ts";

test.each([
  [new UnwillingToPerformError("Account inactivated. Contact system administrator."), "policy", /^Account inactivated/],
  [new InvalidCredentialsError(""), "badCredentials", /^invalid credentials$/],
  [new UnknownStatusCodeError(4711, ""), "internal", /^refused with the result code 4711$/],
])("a refusal is told in the directory's words, or in those of its result code: %s", (error, code, words) => {
  expect(mapLdapError(error)).toMatchObject({ code, message: expect.stringMatching(words) });
});

test.each([
  [10, "config", "referral to another server"],
  [33, "config", "alias problem"],
  [36, "config", "alias dereferencing problem"],
  [54, "config", "a loop of aliases or referrals"],
  [70, "policy", "results too large"],
  [80, "config", "an error of the server's own (other)"],
  [122, "conflict", "assertion failed"],
])("with the result code %i nothing was done", (result, code, words) => {
  const error = mapLdapError(new UnknownStatusCodeError(result, ""));
  expect(error).toMatchObject({ code, message: words, targetCode: String(result), outcomeUnknown: false });
});
