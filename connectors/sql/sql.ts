import { defineConnector } from "#connectors/contract/index.ts";

import { sqlAddress } from "./address.ts";
import { guardedAttributes } from "./guarded-attributes.ts";
import { openSession } from "./open-session.ts";
import { passwordOperations } from "./passwords.ts";
import { readOperations } from "./read.ts";
import { isSameSqlName } from "./same-name.ts";
import type { SqlSession } from "./session.ts";
import { tellNotices } from "./tell-notices.ts";
import { writeOperations } from "./write.ts";

/** Accounts and roles of a database server: MariaDB, MySQL or PostgreSQL. */
export default defineConnector({
  id: "sql",
  version: "1.0.0",
  title: "Database accounts (MariaDB, MySQL, PostgreSQL)",
  sdk: 1,
  address: sqlAddress,
  guardedAttributes,
  concurrency: { perTarget: 8 },
  open: openSession,
  close: ({ client }: SqlSession) => client.close(),
  alive: ({ client }) => client.usable(),
  sameName: isSameSqlName,
  operations: { ...readOperations, ...tellNotices({ ...writeOperations, ...passwordOperations }) },
});
