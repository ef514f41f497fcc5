import { bigInteger, guid, integer, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/**
 * Orders of a run about each of its accounts, and their results. They are internal to the node that performs the run: others learn of an
 * account by its entries and its status.
 */
export const vaultOrders = resource("vaultOrders", {
  class: "local",
  key: "key",
  entity: { type: "VaultOrder", key: "orderKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    runKey: guid().policy().shown("The run."),
    managedAccountKey: guid().policy().shown("The managed account."),
    /** Key of the managed account again while the order is open: an account has one open order at most. Unique in the database. */
    openAccountKey: guid().optional(),
    dependantKey: guid()
      .optional()
      .shown("The dependant that is told or tested; null = it is about the account itself."),
    targetSystemKey: text()
      .policy()
      .shown("The target system of the account, or of its dependant; empty = a plug-in is asked."),
    proxyServer: text().optional().policy().shown("The proxy in whose hands it is."),
    entryKey: guid().optional().shown("The entry that it is about; null = none yet."),
    act: oneOf(["set", "verify", "tell", "test", "restore"]).shown(
      "Whether a new password is set (set), or one is only tried (verify); whether a dependant is told the new one (tell) and tried with it (test); whether the confirmed one is set, or told, again (restore).",
    ),
    sends: integer().initially(0).shown("How often it has been sent."),
    candidates: integer().initially(0).shown("How many passwords were made for it; the target may refuse some."),
    /** Number of doubts about the account when the order was last sent. */
    doubts: integer().optional(),
    nextTryAt: time().optional().shown("When it is tried next; null = as soon as possible."),
    deadlineAt: time().optional().shown("Until when the proxy that has it may still act."),
    /** Deadline in the time that has passed, which no clock moves (`SteadyTime`). */
    steadyDeadline: bigInteger().optional(),
    result: oneOf(["S", "F", "X"])
      .optional()
      .policy()
      .shown("S = done, F = not done, X = there was nothing to do any more; null = open."),
    errorCode: text(40).optional().shown("Why it is not done yet, or was not."),
    message: text(400).optional().shown("The target's own words."),
    outcomeSignature: text(200).optional(),
    createdAt: time().shown("When it was made."),
    begunAt: time().optional().shown("When its account's turn came; null = it waits for it."),
    endedAt: time().optional().shown("When it was over."),
    followedByKey: guid().optional().shown("The order of the same run that went on with the account; null = none."),
  },
  relations: {
    run: one("runs", "runKey"),
    managedAccount: one("managedAccounts", "managedAccountKey"),
    entry: one("vaultEntries", "entryKey"),
  },
  indexes: [
    unique("openAccountKey"),
    index("runKey", "result"),
    index("runKey", "targetSystemKey", "result", "openAccountKey"),
    index("managedAccountKey"),
  ],
  policies: { vaultOrder: {} },
});
