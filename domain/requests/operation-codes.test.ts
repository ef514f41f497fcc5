import { expect, test } from "vitest";

import { connectionTestCode, discoveryCode, endAccessCode, isTogether, togetherCode } from "./named-codes.ts";
import {
  connectorOperationCodes,
  definitionOf,
  familyOf,
  isOperationCode,
  operationCodes,
  operationCodesWhere,
  requestOperationCodes,
} from "./operation-codes.ts";
import { operationFamilies } from "./operation-families.ts";

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
      "ACUX",
      "GRUX",
      "GROX",
      "ACEN",
      "ROLA",
      "ROLD",
      "AEDEF",
      "AESUR",
      "AESOD",
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
    "ACUX",
    "GRUX",
    "GROX",
    "ACEN",
    "ROLA",
    "ROLD",
    "AEDEF",
    "AESUR",
    "AESOD",
    "ARCHREQPWD",
  ]);
});

test("a request holds what somebody performs and no address of its own asks for", () => {
  const performedHere = ["ACUX", "GRUX", "GROX", "ROLA", "ROLD", "AEDEF", "AESUR", "AESOD", "ARCHREQPWD"];
  expect(requestOperationCodes()).toEqual([...connectorOperationCodes, ...performedHere]);
});

test("a code that is named apart is the only one of its family", () => {
  const codesOf = (name: string) => operationCodesWhere(({ family }) => family === name);
  expect(codesOf("together")).toEqual([togetherCode]);
  expect(codesOf("discovery")).toEqual([discoveryCode]);
  expect(codesOf("connectionTest")).toEqual([connectionTestCode]);
  expect(codesOf("leaving")).toEqual([endAccessCode]);
  expect(operationCodesWhere(({ family }) => operationFamilies[family].by !== null).filter(isTogether)).toEqual(
    Object.keys(operationCodes).filter((code) => familyOf(code as typeof togetherCode).endsWithOthers === true),
  );
});

test("what undoes an operation is another one that names the same objects", () => {
  const undone = operationCodesWhere(({ undoneBy }) => undoneBy !== undefined);
  expect(undone.length).toBeGreaterThan(5);
  for (const code of undone) {
    const { undoneBy = "", creates, account, group } = definitionOf(code);
    expect(isOperationCode(undoneBy) && undoneBy !== code, code).toBe(true);
    const other = definitionOf(undoneBy as typeof code);
    expect([other.account !== "none", other.group !== "none"], code).toEqual([
      account !== "none" || creates === "account",
      group !== "none" || creates === "group",
    ]);
  }
});
