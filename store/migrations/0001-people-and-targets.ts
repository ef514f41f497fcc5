import {
  bigInteger,
  flag,
  integer,
  longText,
  optional,
  primary,
  stamps,
  text,
  type Attributes,
} from "./column-types.ts";
import type { Migration } from "./migration.ts";

const people: Readonly<Record<string, Attributes>> = {
  users: {
    key: primary(text()),
    id: text(),
    displayName: optional(text(400)),
    superuser: flag(),
    passwordHash: optional(longText()),
    locked: flag(),
    lockedAt: optional(bigInteger()),
    disabled: flag(),
    failures: integer(),
    tokenVersion: integer(),
    managerKey: optional(text()),
  },
  userAttributes: { key: primary(text()), userKey: text(), name: text(), sequence: integer(), value: longText() },
  userClasses: { id: primary(text()), description: text(400) },
  userClassMembers: { key: primary(text()), userClassId: text(), userKey: text() },
};

const targets: Readonly<Record<string, Attributes>> = {
  targetGroups: {
    id: primary(text()),
    description: optional(text(400)),
    helpUrl: optional(text(2048)),
    syncPasswords: flag(),
    uniquePasswords: flag(),
    passwordChangeRestriction: text(40),
    passwordPolicyId: text(),
  },
  targetSystems: {
    id: primary(text()),
    type: text(),
    description: text(400),
    address: longText(),
    targetGroup: text(),
    helpUrl: optional(text(2048)),
    mode: text(20),
    enabled: flag(),
    sourceOfProfiles: flag(),
    autoAttachBy: optional(text()),
    proxyServers: longText(),
    listSchedule: optional(text()),
  },
  targetSystemOptions: { key: primary(text()), targetSystemId: text(), name: text(), value: longText() },
  targetSystemCredentials: {
    key: primary(text()),
    targetSystemId: text(),
    administratorId: text(400),
    password: optional(longText()),
    runAs: flag(),
    isSystemPassword: flag(),
    useOrder: integer(),
    managedAccountKey: optional(text()),
    lastChanged: bigInteger(),
  },
  authorizationPhases: {
    key: primary(text()),
    targetSystemId: text(),
    sequence: integer(),
    minApprovals: integer(),
    maxDenials: integer(),
  },
  authorizationPhaseAuthorizers: {
    key: primary(text()),
    authorizationPhaseKey: text(),
    userKey: optional(text()),
    userClass: optional(text()),
    veto: flag(),
    inputRequired: flag(),
  },
  accounts: {
    key: primary(text()),
    targetSystemKey: text(),
    stableId: text(400),
    longId: text(400),
    shortId: text(),
    displayId: text(400),
    userKey: optional(text()),
    enabled: flag(),
    locked: flag(),
    expired: flag(),
    passwordExpired: flag(),
    lastPasswordChange: optional(bigInteger()),
    associatedBy: optional(text(20)),
  },
  accountAttributes: { key: primary(text()), accountKey: text(), name: text(), sequence: integer(), value: longText() },
  groups: {
    key: primary(text()),
    targetSystemKey: text(),
    stableId: text(400),
    longId: text(400),
    shortId: text(),
    displayId: text(400),
    managed: flag(),
  },
  groupMemberships: { key: primary(text()), groupKey: text(), accountKey: text() },
};

/** People, user classes, target systems, accounts and groups. */
export const peopleAndTargets: Migration = {
  name: "0001-people-and-targets",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries({ ...people, ...targets })) {
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    }
    await schema.addIndex("users", ["id"], { unique: true });
    await schema.addIndex("userAttributes", ["userKey"]);
    await schema.addIndex("userClassMembers", ["userKey", "userClassId"], { unique: true });
    await schema.addIndex("userClassMembers", ["userClassId"]);
    await schema.addIndex("targetSystemOptions", ["targetSystemId", "name"], { unique: true });
    await schema.addIndex("targetSystemCredentials", ["targetSystemId"]);
    await schema.addIndex("authorizationPhases", ["targetSystemId", "sequence"], { unique: true });
    await schema.addIndex("authorizationPhaseAuthorizers", ["authorizationPhaseKey"]);
    await schema.addIndex("accounts", ["targetSystemKey", "shortId"]);
    await schema.addIndex("accounts", ["targetSystemKey", "stableId"]);
    await schema.addIndex("accounts", ["userKey"]);
    await schema.addIndex("accountAttributes", ["accountKey"]);
    await schema.addIndex("groups", ["targetSystemKey", "shortId"]);
    await schema.addIndex("groups", ["targetSystemKey", "stableId"]);
    await schema.addIndex("groupMemberships", ["groupKey", "accountKey"], { unique: true });
    await schema.addIndex("groupMemberships", ["accountKey"]);
  },
};
