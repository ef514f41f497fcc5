import { z } from "zod";

import { idMaxCharacters } from "#domain/limits.ts";
import { accountNameMaxCharacters, importedPageRows } from "#domain/managed-account-limits.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { heldPasswordInput } from "../kernel/inputs/password-input.ts";
import { filledText } from "../kernel/text-input.ts";
import { lockTrees, readTrees } from "../vault/engine/entries.ts";
import { type PasswordsPlan, planPasswords } from "./engine/plan-passwords.ts";
import { type RecordedPasswords, recordPasswords } from "./engine/record-passwords.ts";

const row = z.strictObject({
  line: z.int().min(1),
  targetSystemKey: filledText(idMaxCharacters),
  name: filledText(accountNameMaxCharacters),
  password: heldPasswordInput,
});
const input = z.strictObject({ rows: z.array(row).min(1).max(importedPageRows) });

/** Plans the import of a page of existing passwords, for the operator of this machine; writes nothing. */
export const trialPasswords = defineOperation({
  name: "managedAccounts.trialImport",
  kind: "read",
  input,
  callers: ["engine"],
  audit: { operation: "MAIM", when: "refusalOnly" },
  async run(context, { rows }): Promise<PasswordsPlan> {
    const { passwords, faults } = await planPasswords(context, rows, (keys) => readTrees(context.store, keys));
    return { passwords, faults };
  },
});

/** Result of importing a page of passwords. */
export interface PasswordsImport extends PasswordsPlan, RecordedPasswords {}

/**
 * Imports a page of existing passwords of accounts, those of its rows that can be imported. Each counts once its target has confirmed that
 * it opens the account. On the targets nothing changes, and the vault's passwords stay.
 */
export const importPasswords = defineOperation({
  name: "managedAccounts.import",
  input,
  callers: ["engine"],
  audit: {
    operation: "MAIM",
    describe: (_input, output?: PasswordsImport) =>
      output === undefined ? {} : { batchId: output.runKey, message: countsOf(output) },
  },
  async run(context, { rows }): Promise<PasswordsImport> {
    const plan = await planPasswords(context, rows, (keys) => lockTrees(context, keys));
    const { passwords, faults, trees, acceptances } = plan;
    const secrets = new Map(rows.map(({ line, password }) => [line, password]));
    const stated = passwords.flatMap(({ does, line, managedAccountKey }) => {
      const secret = secrets.get(line);
      return does === "leave" || secret === undefined ? [] : [{ managedAccountKey, secret }];
    });
    const taken = await recordPasswords(context, { trees, acceptances, stated, origin: "imported" });
    for (const { managedAccountKey } of stated) await audit(context, managedAccountKey, taken);
    return { passwords, faults, ...taken };
  },
});

/** Returns the numbers of rows that are imported, left and refused, in words. */
export function countsOf({ passwords, faults }: PasswordsPlan): string {
  const count = (does: "import" | "leave") => passwords.filter((one) => one.does === does).length;
  const refused = new Set(faults.map(({ line }) => line)).size;
  return `import ${count("import")}, leave ${count("leave")}, refuse ${refused}`;
}

function audit({ store, caller }: CallContext, ident: string, { runKey }: RecordedPasswords): Promise<void> {
  return store.audit({
    sessid: caller.sessid,
    operation: "MAIP",
    result: "S",
    ident,
    batchId: runKey,
    actor: caller.key ?? caller.id,
    ip: caller.ip ?? null,
    requestId: caller.requestId,
  });
}
