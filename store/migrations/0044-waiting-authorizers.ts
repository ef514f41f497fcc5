import { flag } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const openPhases =
  "SELECT `key` FROM `requestPhases` WHERE `state` = 'open' " +
  "AND `requestKey` IN (SELECT `key` FROM `reqbatch` WHERE `active` = 1)";
const answered =
  "SELECT 1 FROM `decisions` WHERE `decisions`.`requestPhaseKey` = `requestAuthorizers`.`requestPhaseKey` " +
  "AND `decisions`.`userKey` = `requestAuthorizers`.`userKey`";

/**
 * Mark of the authorizers for whom a request waits, with an index by user; an index over both keys finds whether a user is one of its
 * authorizers.
 */
export const waitingAuthorizers: Migration = {
  name: "0044-waiting-authorizers",
  async up(schema) {
    await schema.addColumn("requestAuthorizers", "waits", { ...flag(), defaultValue: 0 });
    await schema.sequelize.query(
      `UPDATE \`requestAuthorizers\` SET \`waits\` = 1 WHERE \`requestPhaseKey\` IN (${openPhases}) AND NOT EXISTS (${answered})`,
    );
    await schema.addIndex("requestAuthorizers", ["waits", "userKey", "requestKey"]);
    await schema.addIndex("requestAuthorizers", ["requestKey", "userKey"]);
    await schema.removeIndex("requestAuthorizers", ["requestKey"]);
    await schema.removeIndex("requestAuthorizers", ["userKey"]);
  },
};
