import { operationRetryAfterSeconds } from "#domain/limits.ts";
import { guid, integer, oneOf } from "#domain/resources/format/builders.ts";
import { runs as resource } from "#domain/resources/runs.ts";
import { pauseRun, resumeRun, stopRun } from "#operations/runs/change-runs.ts";
import { runProgress } from "#operations/runs/read-runs.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const asked = structure("AskedRun", {
  key: guid().shown("The run."),
  kind: oneOf(["randomize", "verify"]).shown("Whether it changes the passwords, or tries whether they open."),
  state: oneOf(["queued", "running", "paused", "stopped", "ended"]).shown("How far it has come by now."),
});

const progress = structure("RunProgress", {
  accounts: integer().shown("How many accounts it is about, as far as they are known by now."),
  done: integer().shown("How many passwords were changed, or were verified and open their account."),
  failed: integer().shown("How many were not changed, or are not known to open their account."),
  leftOut: integer().shown("Of how many accounts there was nothing to do any more."),
  open: integer().shown("How many are still to be done."),
});

const changed = { result: asked };

/** Terms of an action that starts a run: 202 and the run. */
export const runAsked = {
  status: 202,
  result: asked,
  statusMonitor: { set: "runs", retryAfterSeconds: operationRetryAfterSeconds },
} as const;

/** Runs that change or verify the passwords of managed accounts. */
export const runs = resourceSet(resource, {
  functions: { progress: { ...verb(runProgress), result: progress } },
  actions: {
    pause: action(pauseRun, changed),
    resume: action(resumeRun, changed),
    stop: action(stopRun, changed),
  },
  ways: { orders: { contained: { ways: { managedAccount: "linked" } } } },
});
