import { defineConnector } from "#connectors/contract/index.ts";

import { sqlAddress } from "./address.ts";
import { openSession } from "./open-session.ts";
import {
  adminVerify,
  changePassword,
  disable,
  enable,
  expirePassword,
  resetPassword,
  unlock,
  verify,
} from "./passwords.ts";
import { get, list, members, schema, serverInfo } from "./read.ts";
import type { SqlSession } from "./session.ts";
import { addMember, create, remove, removeMember, update } from "./write.ts";

/** Accounts and roles of a database server: MariaDB, MySQL or PostgreSQL. */
export default defineConnector({
  id: "sql",
  version: "1.0.0",
  title: "Database accounts (MariaDB, MySQL, PostgreSQL)",
  sdk: 1,
  address: sqlAddress,
  concurrency: { perTarget: 8 },
  open: openSession,
  close: ({ client }: SqlSession) => client.close(),
  alive: ({ client }) => client.usable(),
  operations: {
    serverInfo,
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
    enable,
    disable,
    unlock,
    members,
    addMember,
    removeMember,
  },
});
