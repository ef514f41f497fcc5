import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, test } from "vitest";

import { isAuditCode } from "#domain/audit-operations.ts";
import type { Operation } from "#operations/define-operation.ts";

import { projectRoot, readSourceFiles } from "./support/source-files.ts";

const files = readSourceFiles().filter(
  ({ path, text }) => path.startsWith("operations/") && !path.includes(".test.") && text.includes("defineOperation"),
);

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "operationType" in value && "audit" in value;
}

test("every operation names a code of the table in its audit", async () => {
  const names: string[] = [];
  for (const { path } of files) {
    const module = (await import(pathToFileURL(join(projectRoot, path)).href)) as Record<string, unknown>;
    for (const operation of Object.values(module).filter(isOperation)) {
      names.push(operation.name);
      const { operation: code } = operation.audit;
      if (typeof code === "string") expect(isAuditCode(code), `${operation.name}: ${code}`).toBe(true);
    }
  }
  expect(names).toContain("requests.submit");
});

test("every code that is written out in an operation is one of the table", () => {
  const written = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\boperation: "([^"]+)"/g)].map(([, code = ""]) => ({ path, code })),
  );
  expect(written.length).toBeGreaterThan(30);
  expect(written.filter(({ code }) => !isAuditCode(code))).toEqual([]);
});
