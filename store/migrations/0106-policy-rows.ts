import { flag, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** A row for every policy, even if nothing is stored in place of its default. */
export const policyRows: Migration = {
  name: "0106-policy-rows",
  async up(schema, tableOptions) {
    const columns = { name: primary(text()), expression: optional(longText()), enabled: flag(), number: integer() };
    await schema.renameTable("policies", "policiesBefore");
    await schema.createTable("policies", { ...columns, ...stamps() }, tableOptions);
    const names = [...Object.keys(columns), ...Object.keys(stamps())].map((name) => `\`${name}\``).join(", ");
    await schema.sequelize.query(`INSERT INTO \`policies\` (${names}) SELECT ${names} FROM \`policiesBefore\``);
    await schema.dropTable("policiesBefore");
  },
};
