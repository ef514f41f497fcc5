import { guid, integer, oneOf, sealed, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Passwords of managed accounts, each with the one it was to follow: a tree per account, from which nothing is ever removed. */
export const vaultEntries = resource("vaultEntries", {
  class: "rising",
  key: "key",
  entity: { type: "VaultEntry", key: "entryKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    managedAccountKey: guid().policy().shown("The managed account."),
    parentKey: guid().optional().shown("The entry that it was to follow; null = the first of its account."),
    secret: sealed(),
    origin: oneOf(["imported", "randomized", "overridden", "observed"])
      .policy()
      .shown(
        "Where the password came from: it was there before (imported), made by us (randomized), told by an operator (overridden) or found on the target (observed).",
      ),
    status: oneOf(["U", "failed", "C"])
      .rising()
      .policy()
      .shown("Whether it is uncertain (U), known not to have come into force (failed), or confirmed (C)."),
    createdAt: time().shown("When it was written, before any target heard of it."),
    settledAt: time().optional().rising().shown("When its status last rose."),
    openedAt: time().optional().rising().shown("When the target last said that it opens the account."),
    refusedAt: time().optional().rising().shown("When the target last said that it does not open the account."),
    refusal: text(400).optional().rising().shown("The target's words where it refused to take the password."),
    /** Number of doubts about its account at the question to which the target last answered that it opens; null for none. */
    sureOf: integer().optional().rising(),
    createdNode: text(40).shown("The node that wrote it."),
    createdBy: guid().optional().policy().shown("Who asked for it; null = the service itself."),
    runKey: guid().optional().policy().shown("The run that made it; null = none."),
  },
  relations: {
    managedAccount: one("managedAccounts", "managedAccountKey"),
    parent: one("vaultEntries", "parentKey"),
    run: one("runs", "runKey"),
  },
  indexes: [index("managedAccountKey", "createdAt"), index("runKey")],
  policies: { vaultEntry: {} },
});
