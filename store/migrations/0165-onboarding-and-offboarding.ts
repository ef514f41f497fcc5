import { bigInteger, flag, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Attributes } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const stepColumns: Attributes = {
  key: primary(text()),
  runKey: text(),
  line: integer(),
  act: text(20),
  userKey: optional(text()),
  userId: optional(text(400)),
  targetSystemKey: text(),
  accountKey: optional(text()),
  accountName: optional(text(400)),
  groupName: optional(text(400)),
  subject: longText(),
  afterKey: optional(text()),
  isReady: flag(),
  isCanary: flag(),
  followedKey: optional(text()),
  requestKey: optional(text()),
  performedAt: optional(bigInteger()),
  sends: integer(),
  nextTryAt: optional(bigInteger()),
  deadlineAt: optional(bigInteger()),
  steadyDeadline: optional(bigInteger()),
  result: optional(text(20)),
  errorCode: optional(text(60)),
  message: optional(longText()),
  createdAt: bigInteger(),
  begunAt: optional(bigInteger()),
  endedAt: optional(bigInteger()),
  followedByKey: optional(text()),
};

/** Onboarding and offboarding: what a mass reset does, and its steps. */
export const onboardingAndOffboarding: Migration = {
  name: "0165-onboarding-and-offboarding",
  async up(schema, tableOptions) {
    await schema.addColumn("massResets", "action", { ...text(20), defaultValue: "reset" });
    await schema.addColumn("massResets", "ends", optional(longText()));
    await schema.addColumn("massResets", "templateKey", optional(text()));
    await schema.addColumn("massResets", "includePrivileged", { ...flag(), defaultValue: 0 });
    await schema.addColumn("massResets", "includeOwn", { ...flag(), defaultValue: 0 });
    await schema.addColumn("massResets", "passwordsKey", optional(text()));
    // Until now the own accounts of whoever started one were reset too, and those under way go on so.
    await schema.sequelize.query("UPDATE `massResets` SET `includeOwn` = 1 WHERE `endedAt` IS NULL");
    await schema.createTable("massResetSteps", { ...stepColumns, ...stamps() }, tableOptions);
    for (const columns of [["runKey", "result"], ["runKey", "line"], ["afterKey"]])
      await schema.addIndex("massResetSteps", columns);
    const inHand = ["runKey", "targetSystemKey", "result", "begunAt"];
    await schema.addIndex("massResetSteps", inHand, { name: "massResetSteps_in_hand" });
  },
};
