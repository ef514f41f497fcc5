import { bigInteger, longText, optional, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Answers to calls with an idempotency key, so that the same call gets the same answer and does nothing twice. */
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
