import type { SessionDoor } from "#domain/audit/session-door.ts";
import { openDatabase } from "#store/database.ts";

import type { TestApi } from "./api.ts";

/** Returns the number of sessions that have ever begun through a door. */
export async function sessionsBegunBy(
  { databaseUrl }: Pick<TestApi, "databaseUrl">,
  door: SessionDoor,
): Promise<number> {
  const database = openDatabase({ databaseUrl });
  try {
    return (await database.read("SELECT 1 FROM `sessionLogs` WHERE `door` = ?", [door])).length;
  } finally {
    await database.close();
  }
}
