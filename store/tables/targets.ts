import type { JsonValue } from "#domain/json.ts";

import { flag, integer, json, key, longText, optional, sealed, table, text, time } from "../columns.ts";

/** Target systems, how to reach them, who authorizes for them, and what was found there. */
export const targetTables = {
  targetGroups: table({
    class: "shared",
    primaryKey: "id",
    columns: {
      id: text(),
      description: optional(text(400)),
      helpUrl: optional(text(2048)),
      syncPasswords: flag(false),
      uniquePasswords: flag(false),
      passwordChangeRestriction: text(40),
      passwordPolicyId: text(),
    },
  }),
  targetSystems: table({
    class: "shared",
    primaryKey: "id",
    columns: {
      id: text(),
      type: text(),
      description: text(400),
      address: json<{ readonly [name: string]: JsonValue }>(),
      targetGroup: text(),
      helpUrl: optional(text(2048)),
      mode: text(20),
      enabled: flag(true),
      sourceOfProfiles: flag(false),
      autoAttachBy: optional(text()),
      proxyServers: json<readonly string[]>(),
      listSchedule: optional(text()),
    },
  }),
  targetSystemOptions: table({
    class: "shared",
    primaryKey: "key",
    columns: { key: key(), targetSystemId: text(), name: text(), value: json() },
  }),
  targetSystemCredentials: table({
    class: "shared",
    primaryKey: "key",
    columns: {
      key: key(),
      targetSystemId: text(),
      administratorId: text(400),
      password: optional(sealed()),
      runAs: flag(false),
      isSystemPassword: flag(false),
      useOrder: integer(0),
      managedAccountKey: optional(key()),
      lastChanged: time(),
    },
  }),
  authorizationPhases: table({
    class: "shared",
    primaryKey: "key",
    columns: {
      key: key(),
      targetSystemId: text(),
      sequence: integer(),
      minApprovals: integer(1),
      maxDenials: integer(1),
    },
  }),
  authorizationPhaseAuthorizers: table({
    class: "shared",
    primaryKey: "key",
    columns: {
      key: key(),
      authorizationPhaseKey: key(),
      userKey: optional(key()),
      userClass: optional(text()),
      veto: flag(false),
      inputRequired: flag(false),
    },
  }),
  accounts: table({
    class: "shared",
    primaryKey: "key",
    columns: {
      key: key(),
      targetSystemKey: text(),
      stableId: text(400),
      longId: text(400),
      shortId: text(),
      displayId: text(400),
      userKey: optional(key()),
      enabled: flag(true),
      locked: flag(false),
      expired: flag(false),
      passwordExpired: flag(false),
      lastPasswordChange: optional(time()),
      associatedBy: optional(text(20)),
    },
  }),
  accountAttributes: table({
    class: "shared",
    primaryKey: "key",
    columns: { key: key(), accountKey: key(), name: text(), sequence: integer(0), value: longText() },
  }),
  groups: table({
    class: "shared",
    primaryKey: "key",
    columns: {
      key: key(),
      targetSystemKey: text(),
      stableId: text(400),
      longId: text(400),
      shortId: text(),
      displayId: text(400),
      managed: flag(false),
    },
  }),
  groupMemberships: table({
    class: "shared",
    primaryKey: "key",
    columns: { key: key(), groupKey: key(), accountKey: key() },
  }),
};
