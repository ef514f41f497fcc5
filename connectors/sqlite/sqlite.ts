import { defineConnector } from "#connectors/contract/index.ts";

import { sqliteAddress } from "./address.ts";
import { mapSqliteError } from "./errors.ts";
import { guardedAttributes } from "./guarded-attributes.ts";
import { passwordOperations } from "./passwords.ts";
import { readOperations } from "./read.ts";
import { openSession } from "./session.ts";
import { writeOperations } from "./write.ts";

/** Accounts and groups in a SQLite file: a target system of its own for small applications, demonstrations and tests. */
export default defineConnector({
  id: "sqlite",
  version: "1.0.0",
  title: "SQLite file",
  sdk: 1,
  address: sqliteAddress,
  guardedAttributes,
  concurrency: { perTarget: 4 },
  async open({ options }) {
    return openSession(options);
  },
  async close({ database }) {
    database.close();
  },
  alive: ({ database }) => database.open,
  mapError: mapSqliteError,
  operations: { ...readOperations, ...writeOperations, ...passwordOperations },
});
