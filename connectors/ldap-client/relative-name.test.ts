import { expect, test } from "vitest";

import { exchangePart, firstStepOf, nameKey, writtenStep } from "./relative-name.ts";

const values = (dn: string) => firstStepOf(dn).map(({ attribute, value }) => [attribute, value]);

test.each([
  ["uid=ada,ou=people", [["uid", "ada"]]],
  [
    "uid=ada+employeeNumber=4711,ou=people",
    [
      ["uid", "ada"],
      ["employeeNumber", "4711"],
    ],
  ],
  ["cn=Doe\\, Jane \\+ more,ou=people", [["cn", "Doe, Jane + more"]]],
  ["cn=Doe\\2c Jane,ou=people", [["cn", "Doe, Jane"]]],
  ["uid=m\\C3\\BCller,ou=people", [["uid", "müller"]]],
  ['cn="Doe, Jane; x",ou=people', [["cn", "Doe, Jane; x"]]],
  ["uid=back\\\\,ou=people", [["uid", "back\\"]]],
  ["uid = ada , ou = people", [["uid", "ada"]]],
  ["uid=\\20lead,ou=people", [["uid", " lead"]]],
  ["uid=trail\\ ,ou=people", [["uid", "trail "]]],
  ["uid=a=b,ou=people", [["uid", "a=b"]]],
  ["uid=#04024869,ou=people", [["uid", undefined]]],
  ["uid=\\23first,ou=people", [["uid", "#first"]]],
  ["uid=\\\\2c,ou=people", [["uid", "\\2c"]]],
  ["", []],
])("the parts of the first step of %j", (dn, expected) => {
  expect(values(dn)).toEqual(expected);
});

test("one part is exchanged, and the others stay", () => {
  const dn = "employeeNumber=4711+uid=ada\\, x+o=#0401,ou=people";
  const part = firstStepOf(dn)[1];
  expect(part && exchangePart(dn, part, "Lovelace, A")).toBe("employeeNumber=4711+uid=Lovelace\\2c A+o=#0401");
  expect(writtenStep(dn)).toBe("employeeNumber=4711+uid=ada\\2c x+o=#0401");
});

test.each([
  ["uid=Boss , OU=People,dc=example", "UID=boss,ou=people, DC=Example", true],
  ["cn=a+sn=b,dc=example", "SN=B+CN=A,dc=example", true],
  ["cn=Doe\\, Jane,dc=example", "cn=Doe\\2C Jane,dc=example", true],
  ["cn=Jane  Doe,dc=example", "cn=jane doe,dc=example", true],
  ["uid=mu\u0308ller,dc=example", "uid=m\\c3\\bcller,dc=example", true],
  ["cn=a\\,dc=example", "cn=a,dc=example", false],
  ["uid=ada,ou=people,dc=example", "uid=ada,ou=other,dc=example", false],
])("%s and %s name one entry: %s", (one, other, same) => {
  expect(nameKey(one) === nameKey(other)).toBe(same);
});
