import { expect, test } from "vitest";

import { auditOperations } from "#domain/audit/audit-operations.ts";
import { errors } from "#domain/errors.ts";
import { noticeKinds } from "#domain/notices/notice-kinds.ts";
import { definitionOf, operationCodesWhere } from "#domain/requests/operation-codes.ts";
import { operationFamilies } from "#domain/requests/operation-families.ts";
import { noticeNames } from "#platform/notices/notice-address.ts";

import { quotedIn } from "../support/quoted.ts";
import { readSourceFiles } from "../support/source-files.ts";

/** A table whose rows the code must name; knip does not see rows that nothing names. */
interface NamedTable {
  readonly rows: readonly string[];
  /** Returns the rows, and other words, that a text names. */
  named(text: string): ReadonlySet<string>;
  /** Files that hold the table, or say more about its rows. */
  readonly own: RegExp;
}

const errorTable: NamedTable = {
  rows: Object.keys(errors),
  own: /^domain\/errors|^api\/errors\.ts|^web\//,
  named: quotedIn,
};

/** Rows that results of operations write which somebody performs. */
const results: ReadonlySet<string> = new Set(
  operationCodesWhere(({ family }) => operationFamilies[family].by !== null).flatMap((code) => {
    const { audit = code, auditFailed = audit } = definitionOf(code);
    return [audit, auditFailed];
  }),
);

const tables: Readonly<Record<string, NamedTable>> = {
  errors: errorTable,
  "audit operations": {
    // The results of operations are written by the row of their code.
    rows: Object.keys(auditOperations).filter((row) => !results.has(row)),
    named: quotedIn,
    own: /^domain\/audit\/|^domain\/requests\/operation-codes\.ts|^web\//,
  },
  notices: { rows: Object.keys(noticeKinds), named: quotedIn, own: /^domain\/notices\/|^web\// },
  "local sockets": {
    rows: Object.keys(noticeNames),
    own: /^platform\/notices\//,
    named: (text) => new Set(Array.from(text.matchAll(/\bnoticeNames\.(\w+)/g), ([, row = ""]) => row)),
  },
};

const files = readSourceFiles().filter(
  ({ path }) => !/\.(test|fixture)\.ts$/.test(path) && !/^(test|bench|tools)\//.test(path),
);

/** Returns the rows of a table that no code names. */
function unnamed({ rows, named, own }: NamedTable): readonly string[] {
  const users = files.filter(({ path }) => !own.test(path));
  const names = new Set(users.flatMap(({ text }) => [...named(text)]));
  return rows.filter((row) => !names.has(row));
}

test.each(Object.entries(tables))("every row of the table of %s has a user in the code", (_name, table) => {
  expect(unnamed(table)).toEqual([]);
});

test("a row that nothing names is found", () => {
  const rows = [...Object.keys(errors), ["NOBODY", "THROWS", "IT"].join("_")];
  expect(unnamed({ ...errorTable, rows })).toEqual(["NOBODY_THROWS_IT"]);
});
