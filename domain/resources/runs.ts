import { runKindNames } from "../runs/run-kind-names.ts";
import { guid, list, oneOf, text, time } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Runs that change or verify the passwords of managed accounts, each over the accounts that it was requested for. */
export const runs = resource("runs", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "Run", key: "runKey" },
  properties: {
    key: guid().policy().shown("Key of the run."),
    kind: oneOf(runKindNames)
      .policy()
      .memberLabels({ massReset: "mass reset" })
      .shown(
        "Kind of the run: it randomizes passwords, verifies them, or carries out a mass reset, an onboarding or an offboarding.",
      ),
    reason: oneOf(["due", "asked", "nightly", "settle", "checkIn", "leaving"])
      .policy()
      .shown(
        "Reason for the run: the interval has passed, a user requested it, a share is verified each night, uncertain passwords are checked, a check-out has ended, or a user has left who may know the passwords.",
      ),
    policyId: text()
      .optional()
      .policy()
      .shown(
        "Id of the managed system policy whose accounts the run covers; null for the accounts that it names, or for all.",
      ),
    accountKeys: list(guid()).optional(),
    managedHostKey: guid().optional().policy().shown("Key of the managed host that runs it; null if proxies do."),
    requestedBy: guid()
      .optional()
      .policy()
      .shown("Key of the user who requested the run; null for the service itself."),
    requestId: text().shown("Id of the call that requested the run."),
    state: oneOf(["queued", "running", "paused", "stopped", "ended"])
      .policy()
      .shown("State of the run: waiting for its first step, in progress, paused, stopped or completed."),
    createdAt: time().shown("Time at which the run was requested."),
    startedAt: time().optional().shown("Time of the first step."),
    endedAt: time().optional().shown("Time at which the run ended."),
  },
  relations: {
    policy: one("managedSystemPolicies", "policyId"),
    orders: many("vaultOrders", "runKey"),
    entries: many("vaultEntries", "runKey"),
  },
  indexes: [index("state", "createdAt"), index("createdAt"), index("managedHostKey", "endedAt")],
  policies: { run: {} },
});
