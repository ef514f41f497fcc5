import type { OpenContext } from "#connectors/contract/index.ts";

import type { SqlOptions } from "./address.ts";
import { openMariaDb } from "./mariadb/open.ts";
import { openPostgreSql } from "./postgresql/open.ts";
import type { SqlSession } from "./session.ts";

/** Connects and logs in as the administrator. */
export async function openSession({ options, credential, signal }: OpenContext<SqlOptions>): Promise<SqlSession> {
  const connecting = { options, credential: await credential("admin"), signal };
  return options.product === "postgresql" ? openPostgreSql(connecting) : openMariaDb(connecting);
}
