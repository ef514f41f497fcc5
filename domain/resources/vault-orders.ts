import { bigInteger, guid, integer, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/**
 * Orders of a run about each of its accounts, and their results. They are internal to the node that performs the run: others learn of an
 * account by its entries and its status.
 */
export const vaultOrders = resource("vaultOrders", {
  class: "local",
  holds: "data",
  key: "key",
  entity: { type: "VaultOrder", key: "orderKey" },
  properties: {
    key: guid().policy().shown("Key of the operation."),
    runKey: guid().policy().shown("Key of the run."),
    managedAccountKey: guid().policy().shown("Key of the managed account."),
    /** Key of the managed account again while the order is open: an account has one open order at most. Unique in the database. */
    openAccountKey: guid().optional(),
    dependantKey: guid().optional().shown("Key of the dependent; null if the operation is about the account itself."),
    targetSystemKey: text()
      .policy()
      .shown("Key of the target system of the account or dependent; empty for a plug-in."),
    proxyServer: text().optional().policy().shown("Proxy that runs the operation."),
    entryKey: guid().optional().shown("Key of the password history entry; null if there is none yet."),
    act: oneOf(["set", "verify", "tell", "test", "restore"]).shown(
      "Action: set or verify a password, update (tell) or test a dependent, or set the confirmed password again (restore).",
    ),
    sends: integer().initially(0).shown("Number of times that the operation was sent."),
    candidates: integer()
      .initially(0)
      .shown("Number of passwords that were generated; the target system may refuse some."),
    /** Number of doubts about the account when the order was last sent. */
    doubts: integer().optional(),
    nextTryAt: time().optional().shown("Time of the next attempt; null for as soon as possible."),
    deadlineAt: time().optional().shown("Time until which its proxy may act."),
    /** Deadline in the time that has passed, which no clock moves (`SteadyTime`). */
    steadyDeadline: bigInteger().optional(),
    result: oneOf(["S", "F", "X"])
      .optional()
      .policy()
      .shown("Result: S if successful, F if failed, X if there was nothing to do; null if open."),
    errorCode: text(40).optional().shown("Error code of the last attempt."),
    message: text(400).optional().shown("Message of the target system."),
    outcomeSignature: text(200).optional(),
    createdAt: time().shown("Time of creation."),
    begunAt: time().optional().shown("Time at which the operation started; null if it is waiting."),
    endedAt: time().optional().shown("Time at which the operation ended."),
    followedByKey: guid().optional().shown("Key of the next operation of the run on the account; null if none."),
  },
  relations: {
    run: one("runs", "runKey"),
    managedAccount: one("managedAccounts", "managedAccountKey"),
    entry: one("vaultEntries", "entryKey"),
  },
  indexes: [
    unique("notShared", "openAccountKey"),
    index("runKey", "result"),
    index("runKey", "targetSystemKey", "result", "openAccountKey"),
    index("managedAccountKey"),
  ],
  policies: { vaultOrder: {} },
});
