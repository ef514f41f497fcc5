import { z } from "zod";

import type { DiscoveryPhase, FailedStep } from "#domain/discovery/discovery.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { lockedDiscovery, saveDiscovery } from "./engine/discovery-of.ts";

const phases: Readonly<Record<FailedStep, readonly DiscoveryPhase[]>> = {
  wait: ["listing"],
  commit: ["loading"],
  abort: ["listing", "confirming", "loading", "associating"],
  associate: ["associating"],
};

/**
 * Records that a step of a discovery has failed here for good, so that its end does not depend on the engine's word. A step that is not the
 * next one has not failed.
 * @throws NOT_FOUND
 */
export const noteStepFailure = defineOperation({
  name: "discovery.noteStepFailure",
  input: z.strictObject({ key: z.string(), step: z.enum(["wait", "commit", "abort", "associate"]), code: z.string() }),
  callers: ["engine"],
  audit: { operation: "DSST", when: "never" },
  async run(context, { key, step, code }): Promise<{ noted: boolean }> {
    const operation = await lockedDiscovery(context, key);
    const { phase, failed } = operation.discovery;
    if (isFinalResult(operation.result) || !phases[step].includes(phase)) return { noted: false };
    await saveDiscovery(context, operation, { failed: { ...failed, [step]: code } });
    return { noted: true };
  },
});
