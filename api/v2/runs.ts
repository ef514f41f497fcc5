import { operationRetryAfterSeconds } from "#domain/limits.ts";
import { guid, integer, oneOf } from "#domain/resources/format/builders.ts";
import { runs as resource } from "#domain/resources/runs.ts";
import { runKindNames } from "#domain/runs/run-kind-names.ts";
import { pauseRun, resumeRun, stopRun } from "#operations/runs/change-runs.ts";
import { runProgress } from "#operations/runs/read-runs.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const asked = structure("AskedRun", {
  key: guid().shown("The run."),
  kind: oneOf(runKindNames).shown(
    "Kind of the run: it randomizes passwords, verifies them, or carries out a mass reset.",
  ),
  state: oneOf(["queued", "running", "paused", "stopped", "ended"]).shown("State of the run."),
});

const progress = structure("RunProgress", {
  accounts: integer().shown("Number of accounts of the run that are known so far."),
  done: integer().shown("Number of passwords that were randomized or verified."),
  failed: integer().shown("Number of passwords that were not randomized or not verified."),
  leftOut: integer().shown("Number of accounts without anything to do."),
  open: integer().shown("Number of accounts that are not finished."),
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
