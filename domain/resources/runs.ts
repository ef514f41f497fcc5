import { guid, list, oneOf, text, time } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Runs that change or verify the passwords of managed accounts, each over the accounts that it was requested for. */
export const runs = resource("runs", {
  class: "owned",
  key: "key",
  entity: { type: "Run", key: "runKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    kind: oneOf(["randomize", "verify"])
      .policy()
      .shown("Whether it changes the passwords, or tries whether they open."),
    reason: oneOf(["due", "asked", "nightly", "settle", "checkIn"])
      .policy()
      .shown(
        "Why: the interval is over, somebody asked, a share is verified each night, or what is uncertain is to be settled.",
      ),
    policyId: text()
      .optional()
      .policy()
      .shown("The policy whose accounts it is about; null = those that it names, or all."),
    accountKeys: list(guid()).optional(),
    managedHostKey: guid()
      .optional()
      .policy()
      .shown("The managed host that fetches what is to be done; null = proxies do it."),
    requestedBy: guid().optional().policy().shown("Who asked for it; null = the service itself."),
    requestId: text().shown("The id of the call that asked for it."),
    state: oneOf(["queued", "running", "paused", "stopped", "ended"])
      .policy()
      .shown("Whether it waits for its first step, goes on, is paused, was stopped, or is over."),
    createdAt: time().shown("When it was asked for."),
    startedAt: time().optional().shown("When its first step was done."),
    endedAt: time().optional().shown("When it was over."),
  },
  relations: {
    policy: one("managedSystemPolicies", "policyId"),
    orders: many("vaultOrders", "runKey"),
    entries: many("vaultEntries", "runKey"),
  },
  indexes: [index("state", "createdAt"), index("createdAt"), index("managedHostKey", "endedAt")],
  policies: { run: {} },
});
