import type { Migration } from "./migration.ts";

/** Removal of earlier kept answers, some of which hold secrets; their calls stay known, so none is carried out twice. */
export const keptSecrets: Migration = {
  name: "0114-kept-secrets",
  async up(schema) {
    await schema.sequelize.query("UPDATE `keptAnswers` SET `answer` = NULL");
  },
};
