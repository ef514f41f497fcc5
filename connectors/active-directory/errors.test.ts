import {
  ConstraintViolationError,
  InvalidCredentialsError,
  NoSuchObjectError,
  UnknownStatusCodeError,
  UnwillingToPerformError,
} from "ldapts";
import { expect, test } from "vitest";

import { mapDomainError } from "./errors.ts";

// Messages of a Samba controller and of one by Microsoft.
test.each([
  [
    new ConstraintViolationError(
      "0000052D: Constraint violation - check_password_restrictions: the password is too short",
    ),
    { code: "strength", targetCode: "0000052D" },
  ],
  [
    new UnwillingToPerformError("0000052D: SvcErr: DSID-031A12D2, problem 5003 (WILL_NOT_PERFORM), data 0"),
    { code: "strength", targetCode: "0000052D" },
  ],
  [
    new ConstraintViolationError("0000052D: check_password_restrictions: the password is too young to change"),
    { code: "policy", targetCode: "0000052D" },
  ],
  [
    new ConstraintViolationError(
      "00000056: AtrErr: DSID-03191083, #1: 0: 00000056: problem 1005 (CONSTRAINT_ATT_TYPE)",
    ),
    { code: "currentPassword", targetCode: "00000056" },
  ],
  [
    new ConstraintViolationError("0000202F: samldb: userPrincipalName 'a@example.test' is already in use "),
    { code: "alreadyExists", message: "0000202F: samldb: userPrincipalName 'a@example.test' is already in use" },
  ],
  [
    new ConstraintViolationError("000021C8: AtrErr: DSID-03200BBA, problem 1005 (CONSTRAINT_ATT_TYPE)"),
    { code: "alreadyExists", targetCode: "000021C8" },
  ],
  [
    new InvalidCredentialsError(
      "80090308: LdapErr: DSID-0C0903A9, comment: AcceptSecurityContext error, data 52e, v1db1",
    ),
    { code: "badCredentials", targetCode: "52e" },
  ],
  [
    new UnknownStatusCodeError(
      10,
      "0000202B: RefErr: DSID-031007F9, data 0, 1 access points ref 1: 'child.example.test'",
    ),
    { code: "config", outcomeUnknown: false, message: expect.stringContaining("'child.example.test'") },
  ],
  [new NoSuchObjectError("no code at all"), { code: "notFound", targetCode: "32", message: "no code at all" }],
])("%s", (error, expected) => {
  expect(mapDomainError(error)).toMatchObject(expected);
});

test("what no directory said is not mapped", () => {
  expect(mapDomainError(new RangeError("x"))).toBeUndefined();
});
