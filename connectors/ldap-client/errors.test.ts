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
