import { expect, it } from "vitest";

import { definitionOf, isOperationCode, operationCodes } from "../requests/operation-codes.ts";
import { auditOperations, isAuditCode } from "./audit-operations.ts";

const demanded = [
  "SRES",
  "QRES",
  "ACHG",
  "ACUA",
  "ADIS",
  "AENA",
  "ACPS",
  "ACEX",
  "AAUT",
  "AFND",
  "DISC",
  "RAND",
  "CHKO",
  "CHKI",
];

it.each(demanded)("%s, which the rules name, is in the table", (code) => {
  expect(isAuditCode(code)).toBe(true);
});

it("holds the results of every operation of a request", () => {
  for (const code of Object.keys(operationCodes).filter(isOperationCode)) {
    const { audit = code, auditFailed = audit } = definitionOf(code);
    expect([isAuditCode(audit), isAuditCode(auditFailed)], code).toEqual([true, true]);
  }
});

it("says of each code what it stands for and where it is asked for", () => {
  for (const [code, { description, source }] of Object.entries(auditOperations)) {
    expect(code).toMatch(/^[A-Z]{4,5}$/);
    expect(description, code).not.toBe("");
    expect(source, code).toMatch(/^(section \d|domain \d|design \d\.\d+|operation)$/);
  }
});
