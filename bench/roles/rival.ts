import Sqlite from "better-sqlite3";

/** Rival: one bare statement for each kind of difference over the whole database, without exceptions, requests and denials. */
export interface Rival {
  /** Returns the names of all differences. */
  find(): readonly string[];
  stop(): void;
}

const condition = /^attributes\/any\(a:a\/name eq '(?<name>\w+)' and a\/value eq '(?<value>\w+)'\)$/;

const statements = {
  add: `SELECT w.userKey, w.roleKey AS thing FROM wanted w
    WHERE NOT EXISTS (SELECT 1 FROM roleMembers m WHERE m.userKey = w.userKey AND m.roleKey = w.roleKey)`,
  remove: `SELECT m.userKey, m.roleKey AS thing FROM roleMembers m
    WHERE NOT EXISTS (SELECT 1 FROM wanted w WHERE w.userKey = m.userKey AND w.roleKey = m.roleKey)`,
  deficit: `SELECT DISTINCT m.userKey, e.targetSystemKey || ' ' || IFNULL(e.groupKey, '') AS thing
    FROM roleMembers m JOIN roleEntitlements e ON e.roleKey = m.roleKey WHERE e.kind <> 'role' AND NOT EXISTS
      (SELECT 1 FROM grants g WHERE g.userKey = m.userKey AND g.groupKey IS e.groupKey AND g.endedAt IS NULL AND g.kind = e.kind
        AND g.targetSystemKey = e.targetSystemKey)`,
  surplus: `SELECT g.userKey, g.targetSystemKey || ' ' || IFNULL(g.groupKey, '') AS thing FROM grants g
    WHERE g.endedAt IS NULL AND CASE g.kind
      WHEN 'membership' THEN NOT EXISTS (SELECT 1 FROM roleMembers m CROSS JOIN roleEntitlements e ON e.roleKey = m.roleKey
          WHERE m.userKey = g.userKey AND e.groupKey = g.groupKey)
        AND EXISTS (SELECT 1 FROM roleEntitlements e WHERE e.groupKey = g.groupKey)
      ELSE NOT EXISTS (SELECT 1 FROM roleMembers m CROSS JOIN roleEntitlements e ON e.roleKey = m.roleKey
          WHERE m.userKey = g.userKey AND e.targetSystemKey = g.targetSystemKey AND e.kind = 'account')
        AND EXISTS (SELECT 1 FROM roleEntitlements e WHERE e.targetSystemKey = g.targetSystemKey AND e.kind = 'account')
      END`,
} as const;

/** Makes the rival on a database that is not written meanwhile. */
export function createRival(file: string): Rival {
  const driver = new Sqlite(file, { readonly: true });
  return {
    find() {
      findWanted(driver);
      return Object.entries(statements).flatMap(([kind, text]) =>
        (driver.prepare(text).all() as { userKey: string; thing: string }[]).map(
          ({ userKey, thing }) => `${userKey} ${kind} ${thing}`,
        ),
      );
    },
    stop: () => void driver.close(),
  };
}

/** Finds by the index of attributes whom the conditions of the roles choose, as each of them names one attribute and its value. */
function findWanted(driver: Sqlite.Database): void {
  driver.exec("DROP TABLE IF EXISTS temp.wanted");
  driver.exec("CREATE TEMP TABLE wanted (userKey TEXT, roleKey TEXT, PRIMARY KEY (userKey, roleKey)) WITHOUT ROWID");
  const choose = driver.prepare(
    "INSERT INTO wanted SELECT a.userKey, ? FROM userAttributes a WHERE a.name = ? AND a.value = ?",
  );
  const roles = driver.prepare("SELECT `key`, `condition` FROM roles").all() as { key: string; condition: string }[];
  driver.transaction(() => {
    for (const role of roles) {
      const { name, value } = condition.exec(role.condition)?.groups ?? {};
      choose.run(role.key, name, value);
    }
  })();
}
