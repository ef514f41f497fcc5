import { type Attributes, flag, integer, longText, optional, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const runSize = 40;
const codeSize = 20;

/** Tables for what a discovery finds out about people until it writes it; local to the node, not in the change log. */
const staging: Readonly<Record<string, Attributes>> = {
  stagedPeople: {
    run: primary(text(runSize)),
    id: primary(text()),
    userKey: text(),
    accountKey: text(),
  },
  stagedSourceValues: {
    run: primary(text(runSize)),
    accountKey: primary(text()),
    attribute: primary(text()),
    name: primary(text()),
    sequence: primary(integer()),
    value: longText(),
  },
  stagedProfiles: {
    run: primary(text(runSize)),
    userKey: primary(text()),
    name: primary(text()),
    accountKey: text(),
    attribute: text(),
    value: optional(longText()),
    differs: flag(),
  },
  stagedMisfits: {
    run: primary(text(runSize)),
    definitionKey: primary(text()),
    accountKey: primary(text()),
  },
};

/** People from sources of profiles. Until now only administrators have disabled users, and no source had any. */
export const peopleOfSources: Migration = {
  name: "0035-people-of-sources",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(staging))
      await schema.createTable(table, { ...attributes }, tableOptions);
    await schema.addIndex("stagedPeople", ["run", "userKey"]);
    await schema.addColumn("users", "disabledBy", optional(text(codeSize)));
    await schema.addColumn("users", "fromSource", { ...flag(), defaultValue: 0 });
    await schema.sequelize.query("UPDATE `users` SET `disabledBy` = 'administrator' WHERE `disabled` = 1");
  },
};
