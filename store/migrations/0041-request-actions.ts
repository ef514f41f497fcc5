import { bigInteger, flag, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const wordSize = 20;

/**
 * Decisions that can be withdrawn, repeated, and limited to single operations, so that an authorizer has several in a phase; overrides by
 * superusers; phases that require reasons and allow edits of the request; comments, and requests that are sent back. Earlier decisions are
 * the first of their authorizers, and all of them count.
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
