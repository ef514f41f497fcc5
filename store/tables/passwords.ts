import type { PasswordRule } from "#domain/password-rules.ts";

import { flag, integer, json, key, optional, sealed, table, text, time } from "../columns.ts";

/** The rules of one group by their names. */
type Rules = Readonly<Record<string, PasswordRule>>;

/** Password policies, and the privileged passwords under management. */
export const passwordTables = {
  passwordPolicies: table({
    class: "shared",
    primaryKey: "id",
    columns: {
      id: text(),
      description: text(400),
      length: json<Rules>(),
      character: json<Rules>(),
      dictionary: json<Rules>(),
      history: json<Rules>(),
      custom: json<Rules>(),
    },
  }),
  // The digests are keyed by the secret of their own row: without the key ring no password can be tried against them.
  passwordHistories: table({
    class: "shared",
    primaryKey: "accountKey",
    columns: { accountKey: key(), secret: sealed(), digests: json<readonly string[]>() },
  }),
  managedSystemPolicies: table({
    class: "shared",
    primaryKey: "id",
    columns: {
      id: text(),
      description: text(400),
      mode: text(20),
      managedByNode: text(40),
      enabled: flag(true),
      changeIntervalHours: integer(),
      checkoutMaxMinutes: integer(),
      concurrency: integer(1),
      randomizeOnCheckIn: flag(true),
      disclosurePlugins: json<readonly string[]>(),
    },
  }),
  managedSystems: table({
    class: "shared",
    primaryKey: "key",
    columns: {
      key: key(),
      id: text(),
      description: text(400),
      type: text(),
      mode: text(20),
      targetSystemKey: text(),
      enabled: flag(true),
    },
  }),
  managedSystemBindings: table({
    class: "shared",
    primaryKey: "key",
    columns: { key: key(), policyId: text(), managedSystemKey: key() },
  }),
  managedAccounts: table({
    class: "owned",
    primaryKey: "key",
    columns: {
      key: key(),
      managedSystemKey: key(),
      accountKey: key(),
      /** Null where an import rule has taken the account from its policy. */
      policyId: optional(text()),
      status: text(20),
      lastRandomized: optional(time()),
      nextRandomized: optional(time()),
      checkoutCount: integer(0),
      checkoutLimit: integer(1),
      disabledReason: optional(text(400)),
    },
  }),
  checkouts: table({
    class: "owned",
    primaryKey: "key",
    columns: {
      key: key(),
      managedAccountKey: key(),
      userKey: key(),
      requestKey: optional(key()),
      status: text(20),
      requestedAt: time(),
      checkedOutAt: optional(time()),
      expiresAt: optional(time()),
      endedAt: optional(time()),
    },
  }),
};
