import type { LockedBy } from "#domain/locked-by.ts";

import { type Column, flag, integer, key, longText, ofNode, optional, table, text, time } from "../columns.ts";

/** The people the service knows and what is said of them. */
export const peopleTables = {
  users: table({
    class: "shared",
    primaryKey: "key",
    columns: {
      key: key(),
      id: text(),
      displayName: optional(text(400)),
      superuser: flag(false),
      passwordHash: optional(longText()),
      locked: flag(false),
      lockedAt: optional(time()),
      /** Null where the user is not locked. */
      lockedBy: optional(text(20) as Column<LockedBy>),
      disabled: flag(false),
      failures: ofNode(integer(0)),
      tokenVersion: integer(1),
      managerKey: optional(key()),
    },
  }),
  userAttributes: table({
    class: "shared",
    primaryKey: "key",
    columns: { key: key(), userKey: key(), name: text(), sequence: integer(0), value: longText() },
  }),
  userClasses: table({ class: "shared", primaryKey: "id", columns: { id: text(), description: text(400) } }),
  userClassMembers: table({
    class: "shared",
    primaryKey: "key",
    columns: { key: key(), userClassId: text(), userKey: key() },
  }),
  userCredentials: table({
    class: "shared",
    primaryKey: "key",
    columns: {
      key: key(),
      userKey: key(),
      type: text(20),
      question: optional(text(400)),
      answerHash: optional(longText()),
      lastChanged: time(),
    },
  }),
  roles: table({
    class: "shared",
    primaryKey: "key",
    columns: { key: key(), id: text(), description: optional(text(400)) },
  }),
  roleMembers: table({
    class: "shared",
    primaryKey: "key",
    columns: { key: key(), roleKey: key(), userKey: key() },
  }),
};
