import type { CallContext } from "../kernel/context.ts";
import type { RunKind, RunKinds } from "../kernel/run-kind.ts";
import { massResetRun } from "../mass-resets/engine/mass-reset-run.ts";
import { stepsRun } from "../mass-resets/engine/steps-run.ts";
import { randomization, verification } from "../vault/engine/password-runs.ts";
import { performMassStep } from "./perform-mass-step.ts";

/** Every kind of runs. */
export const runKinds: RunKinds<CallContext> = new Map<string, RunKind<CallContext>>([
  ["randomize", randomization],
  ["verify", verification],
  ["massReset", massResetRun],
  ["onboarding", stepsRun("An onboarding", performMassStep)],
  ["offboarding", stepsRun("An offboarding", performMassStep)],
]);
