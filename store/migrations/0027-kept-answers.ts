import { bigInteger, longText, optional, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** The answers to calls that name a key, so that the same call gets the same answer again and does nothing twice. */
export const keptAnswers: Migration = {
  name: "0027-kept-answers",
  async up(schema, tableOptions) {
    const columns = {
      call: primary(text()),
      fingerprint: text(),
      answer: optional(longText()),
      keptUntil: bigInteger(),
    };
    await schema.createTable("keptAnswers", columns, tableOptions);
    await schema.addIndex("keptAnswers", ["keptUntil"]);
  },
};
