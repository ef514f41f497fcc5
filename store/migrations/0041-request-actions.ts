import { bigInteger, flag, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const wordSize = 20;

/**
 * Decisions can be taken back, given again, and be about single operations, so that a person has several in a phase; superusers decide in the place of authorizers; phases ask
 * for reasons and let requests be changed; and requests are talked about and sent back. Decisions of before are the first of their people, and all of them count.
 */
export const requestActions: Migration = {
  name: "0041-request-actions",
  async up(schema, tableOptions) {
    await schema.addColumn("decisions", "override", { ...flag(), defaultValue: 0 });
    await schema.addColumn("decisions", "operationKeys", optional(longText()));
    await schema.addColumn("decisions", "round", { ...integer(), defaultValue: 1 });
    await schema.addColumn("decisions", "voidedAt", optional(bigInteger()));
    await schema.addColumn("decisions", "voidedBecause", optional(text(wordSize)));
    await schema.addIndex("decisions", ["requestPhaseKey", "userKey", "round"], { unique: true });
    await schema.removeIndex("decisions", ["requestPhaseKey", "userKey"]);
    for (const table of ["authorizationPhases", "requestPhases"]) {
      await schema.addColumn(table, "reasonRequired", { ...text(wordSize), defaultValue: "never" });
      await schema.addColumn(table, "mayEdit", { ...flag(), defaultValue: 0 });
    }
    await schema.addColumn("reqbatch", "sentBackAt", optional(bigInteger()));
    await schema.addColumn("reqbatch", "editedAt", optional(bigInteger()));
    await schema.addColumn("reqbatch", "editedByKey", optional(text()));
    const comment = {
      key: primary(text()),
      requestKey: text(),
      kind: text(wordSize),
      userKey: text(),
      text: longText(),
      answersKey: optional(text()),
      writtenAt: bigInteger(),
      ...stamps(),
    };
    await schema.createTable("requestComments", comment, tableOptions);
    await schema.addIndex("requestComments", ["requestKey"]);
  },
};
