import { stampedAt } from "#domain/replication/stamp.ts";

import type { Database } from "./database.ts";
import { marks, type SqlRow } from "./sql/sql.ts";

/** Reads of the times at which mail addresses of users were changed. */
export interface ChangedMails {
  /**
   * Returns those of some users whose mail address, by hand or of the profile, was changed or taken away since a time, whoever did it. The
   * address with which a user was added is no change.
   */
  changedMailsSince(userKeys: readonly string[], sinceMs: number): Promise<ReadonlySet<string>>;
}

/** Milliseconds within which the profile of a new user comes. */
const withUserMs = 3_600_000;

/** Makes these reads of a database. The stamps of the columns tell the times, whoever has written them. */
export function createChangedMails({ read }: Pick<Database, "read">): ChangedMails {
  return {
    async changedMailsSince(userKeys, sinceMs) {
      if (userKeys.length === 0) return new Set();
      const keys = marks(userKeys).text;
      const users = await read(`SELECT \`key\`, \`mail\`, \`_v\` FROM \`users\` WHERE \`key\` IN (${keys})`, userKeys);
      const profiles = Map.groupBy(
        await read(
          `SELECT \`userKey\`, \`_v\` FROM \`userAttributes\` WHERE \`name\` = 'mail' AND \`userKey\` IN (${keys})`,
          userKeys,
        ),
        ({ userKey }) => String(userKey),
      );
      const changed = users.filter((user) => changedAt(user, profiles.get(String(user["key"])) ?? []) > sinceMs);
      return new Set(changed.map(({ key }) => String(key)));
    },
  };
}

/** Returns the time of the last change of the address that mails go to; 0 if it came with the user. */
function changedAt(user: SqlRow, profile: readonly SqlRow[]): number {
  const own = stampsOf(user);
  const byHand = timeOf(own["mail"]);
  if (user["mail"] !== null) return byHand;
  const addedAt = timeOf(own["key"]);
  const ofProfile = profile.map((row) => {
    const { key, value } = stampsOf(row);
    const at = timeOf(value ?? key);
    return value !== undefined || at > addedAt + withUserMs ? at : 0;
  });
  return Math.max(byHand, ...ofProfile);
}

const stampsOf = (row: SqlRow) => JSON.parse(String(row["_v"])) as Readonly<Record<string, string>>;
const timeOf = (stamp: string | undefined) => (stamp === undefined ? 0 : stampedAt(stamp));
