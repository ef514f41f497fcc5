import { defineConnector } from "#connectors/contract/index.ts";

import { sqliteAddress } from "./address.ts";
import { mapSqliteError } from "./errors.ts";
import {
  adminVerify,
  changePassword,
  disable,
  enable,
  expirePassword,
  resetPassword,
  unexpirePassword,
  unlock,
  verify,
} from "./passwords.ts";
import { get, list, members, schema } from "./read.ts";
import { openSession, type SqliteSession } from "./session.ts";
import { addMember, create, remove, removeMember, update } from "./write.ts";

/** Accounts and groups in a SQLite file: a target system of its own for small applications, demonstrations and tests. */
export default defineConnector({
  id: "sqlite",
  version: "1.0.0",
  title: "SQLite file",
  sdk: 1,
  address: sqliteAddress,
  concurrency: { perTarget: 4 },
  async open({ options }) {
    return openSession(options);
  },
  async close({ database }) {
    database.close();
  },
  alive: ({ database }) => database.open,
  mapError: mapSqliteError,
  operations: {
    async serverInfo({ database }: SqliteSession) {
      const row = database.prepare("SELECT sqlite_version() AS version").get() as { version: string };
      return { product: "SQLite", version: row.version, limits: { passwordLengthMax: 127 } };
    },
    schema,
    get,
    list,
    create,
    update,
    delete: remove,
    verify,
    adminVerify,
    resetPassword,
    changePassword,
    expirePassword,
    unexpirePassword,
    enable,
    disable,
    unlock,
    members,
    addMember,
    removeMember,
  },
});
