import type { Command } from "commander";

import { checkoutRights } from "#domain/checkouts/checkout-rights.ts";

import { parsedJson } from "../option-values.ts";
import { readText } from "../read-text.ts";
import { rowLine } from "../row-line.ts";
import { onService, withService } from "../with-service.ts";
import { commandOfPolicy } from "./of-policy.ts";

/**
 * Adds `rights | grant | withdraw | phases` to `gatehouse managed policy`, for the permissions to passwords under it and their
 * approvers.
 */
export function addManagedRightCommands(policy: Command): void {
  const withId = (name: string, description: string) => commandOfPolicy(policy, name, description);
  withId("rights", "List the permissions under a policy: permission, user class, time granted").action(
    async (id: string) => {
      const { listCheckoutRights } = await import("#operations/checkouts/read-checkouts.ts");
      for (const { right, userClassId, grantedAt } of await onService(listCheckoutRights, { id }))
        console.log(rowLine([right, userClassId, new Date(grantedAt).toISOString()]));
    },
  );
  withId("grant", "Grant a user class a permission under a policy")
    .argument("<right>", `one of ${checkoutRights.join(", ")}`)
    .argument("<class>", "id of the user class")
    .action(async (key: string, right: string, userClassId: string) => {
      const { grantCheckoutRight } = await import("#operations/checkouts/change-rights.ts");
      await onService(grantCheckoutRight, { key, right, userClassId });
      console.log(`The members of '${userClassId}' have the right '${right}' under '${key}'.`);
    });
  withId("withdraw", "Withdraw a permission and revoke its check-outs")
    .argument("<right>", `one of ${checkoutRights.join(", ")}`)
    .argument("<class>", "id of the user class")
    .action(async (key: string, right: string, userClassId: string) => {
      const { withdrawCheckoutRight } = await import("#operations/checkouts/change-rights.ts");
      await onService(withdrawCheckoutRight, { key, right, userClassId });
      console.log(`The members of '${userClassId}' do not have the right '${right}' under '${key}' any more.`);
    });
  withId("phases", "Show the approval phases of check-outs under a policy as JSON, or replace them with --file")
    .option("--file <file>", "JSON: the list of the phases as /v2 takes it; '-' = standard input, [] = none")
    .action(async (id: string, { file }: { file?: string }) => {
      const phases = file === undefined ? undefined : phasesIn(file);
      const { setCheckoutPhases } = await import("#operations/checkouts/set-checkout-phases.ts");
      const { showCheckoutPhases } = await import("#operations/checkouts/read-checkouts.ts");
      await withService(async ({ call }) => {
        if (phases !== undefined) await call(setCheckoutPhases, { key: id, authorizationPhases: phases });
        console.log(JSON.stringify(await call(showCheckoutPhases, { id }), null, 2));
      });
    });
}

function phasesIn(file: string): unknown {
  const example = `[{"sequence": 1, "rule": "any(1, class('OWNERS'))"}]`;
  return parsedJson(readText(file), (why) => `${file}: it must be JSON, such as ${example}; ${why}.`);
}
