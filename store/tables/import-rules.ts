import type { ImportAction, ImportObjectType } from "#domain/import-rules.ts";

import { type Column, flag, integer, key, longText, optional, table, text } from "../columns.ts";

/** The rules by which discovered systems and accounts come under the policies of privileged passwords. */
export const importRuleTables = {
  importRules: table({
    class: "shared",
    primaryKey: "key",
    columns: {
      key: key(),
      objectType: text(20) as Column<ImportObjectType>,
      /** Rules of one type are asked in this order, and the first that matches decides. */
      sequence: integer(),
      description: optional(text(400)),
      condition: longText(),
      action: text(20) as Column<ImportAction>,
      /** The policy to bind to, or the only one to unbind from. */
      policyId: optional(text()),
      enabled: flag(true),
    },
  }),
};
