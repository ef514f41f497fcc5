import { expect, test } from "vitest";

import { connectorOperationCodes, isOperationCode, operationCodes } from "./operation-codes.ts";

test("the codes are those of the domain", () => {
  expect(Object.keys(operationCodes).toSorted()).toEqual(
    [
      "ACUA",
      "DELU",
      "DNAU",
      "ENAU",
      "GRUA",
      "GRUD",
      "CRTG",
      "DELG",
      "GROA",
      "GROD",
      "UPDA",
      "UPDG",
      "UNLK",
      "PWRS",
      "PWCH",
      "PWVF",
      "ACCL",
      "DISC",
      "TCON",
      "ALLOF",
      "ROLA",
      "ROLD",
      "AEDEF",
      "AESUR",
      "ARCHREQPWD",
    ].toSorted(),
  );
});

test.each(["acua", "", "toString", "__proto__", "ACUA "])("%j is no operation code", (text) => {
  expect(isOperationCode(text)).toBe(false);
});

test("what creates an object names none of that sort", () => {
  const named = Object.values(operationCodes).flatMap((one) => (one.creates === null ? [] : [one[one.creates]]));
  expect(new Set(named)).toEqual(new Set(["none"]));
});

test("passwords are set by addresses of their own, never by a request; roles, exceptions and check-outs ask no connector", () => {
  expect(Object.keys(operationCodes).filter((code) => !connectorOperationCodes.includes(code as never))).toEqual([
    "PWRS",
    "PWCH",
    "PWVF",
    "ACCL",
    "DISC",
    "TCON",
    "ALLOF",
    "ROLA",
    "ROLD",
    "AEDEF",
    "AESUR",
    "ARCHREQPWD",
  ]);
});
