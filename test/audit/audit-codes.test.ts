import { expect, test } from "vitest";

import { isAuditCode } from "#domain/audit/audit-operations.ts";

import { allOperations } from "../support/all-operations.ts";
import { readSourceFiles } from "../support/source-files.ts";

test("every operation names a code of the table in its audit", async () => {
  const operations = await allOperations();
  expect(operations.map(({ name }) => name)).toContain("requests.submit");
  for (const { name, audit } of operations) {
    if (typeof audit.operation === "string")
      expect(isAuditCode(audit.operation), `${name}: ${audit.operation}`).toBe(true);
  }
});

test("every code that is written out in an operation is one of the table", () => {
  const files = readSourceFiles().filter(
    ({ path, text }) => path.startsWith("operations/") && !path.includes(".test.") && text.includes("defineOperation"),
  );
  const written = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\boperation: "([^"]+)"/g)].map(([, code = ""]) => ({ path, code })),
  );
  expect(written.length).toBeGreaterThan(30);
  expect(written.filter(({ code }) => !isAuditCode(code))).toEqual([]);
});
