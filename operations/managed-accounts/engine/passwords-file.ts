import { Secret } from "#connectors/contract/index.ts";
import { readTable, type RowFault, type TableRow } from "#domain/csv-table.ts";

import { brokenRules } from "../../kernel/input-invalid.ts";
import { heldPasswordInput } from "../../kernel/inputs/password-input.ts";

/** Columns of a file of passwords; each is required. */
const passwordColumns = ["target", "account", "password"] as const;

/** A password of a file, with the ID of the target system, and the account's name or key there. */
export interface PasswordRow {
  readonly line: number;
  readonly targetSystemKey: string;
  readonly name: string;
  readonly password: Secret;
}

/** Passwords of a file, and the faults of the other rows. */
export interface PasswordsFile {
  readonly rows: readonly PasswordRow[];
  readonly faults: readonly RowFault[];
}

/** Parses a file of passwords, with the column names in the first line. Blanks belong to a password. */
export function readPasswords(text: string): PasswordsFile {
  const table = readTable(text, { known: passwordColumns, required: passwordColumns });
  const unfit = table.rows.flatMap(faultsOf);
  const unfitLines = new Set(unfit.map(({ line }) => line));
  return {
    rows: table.rows.filter(({ line }) => !unfitLines.has(line)).map(rowOf),
    faults: [...table.faults, ...unfit].toSorted((one, other) => one.line - other.line),
  };
}

function rowOf({ line, values }: TableRow): PasswordRow {
  const { target = "", account = "", password = "" } = values;
  return { line, targetSystemKey: target.trim(), name: account.trim(), password: new Secret(password) };
}

function faultsOf({ line, values }: TableRow): readonly RowFault[] {
  const empty = (["target", "account"] as const).filter((column) => values[column]?.trim() === "");
  const unfit = brokenRules(heldPasswordInput, new Secret(values["password"] ?? ""));
  return [
    ...empty.map((column) => ({ line, column, message: "it must not be empty. Correct it" })),
    ...unfit.map(({ rule }) => ({ line, column: "password", message: `it ${rule}. Correct it` })),
  ];
}
