import {
  type Attributes,
  bigInteger,
  flag,
  integer,
  longText,
  optional,
  primary,
  stamps,
  text,
} from "./column-types.ts";
import type { Migration } from "./migration.ts";

const tables: Readonly<Record<string, Attributes>> = {
  policies: { name: primary(text()), expression: longText(), enabled: flag(), number: integer() },
  policyVersions: {
    key: primary(text()),
    name: text(),
    number: integer(),
    action: text(20),
    before: optional(longText()),
    after: optional(longText()),
    enabled: flag(),
    changedBy: text(),
    changedAt: bigInteger(),
    comment: optional(longText()),
  },
};

/** Policies that replace defaults, and their versions. */
export const policies: Migration = {
  name: "0008-policies",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(tables)) {
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    }
    // Two concurrent changes cannot both be the next version.
    await schema.addIndex("policyVersions", ["name", "number"], { unique: true, name: "policyVersions_name" });
  },
};
