import { z } from "zod";

import { commandLineMaxCharacters, listedCommandsMax } from "#domain/checkout-limits.ts";
import {
  commandLineRule,
  commandNamePattern,
  commandNameRule,
  isCommandLine,
} from "#domain/checkouts/listed-command.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { unjudged } from "../kernel/text-input.ts";
import { refuseHistorical } from "../managed-accounts/engine/managed-policy.ts";

const seen = policyOf.get("managedSystemPolicies");
const callers = ["user", "engine"] as const;
const name = z.string().regex(commandNamePattern, commandNameRule);

/** State of a command after the call. */
export interface ChangedCommand {
  /** The policy. */
  readonly key: string;
  readonly name: string;
  readonly listed: boolean;
}

/**
 * Lists a command under a policy: holders of a check-out of one of its accounts may have it run as that account. It runs unchanged, so only
 * its author decides its effect.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_SYSTEM_POLICY_BUILT_IN, COMMAND_EXISTS, LIMIT_EXCEEDED
 */
export const listCommand = defineOperation({
  name: "managedSystemPolicies.listCommand",
  input: z.strictObject({
    key: keyInput,
    name,
    command: z
      .string()
      .max(commandLineMaxCharacters, unjudged)
      .refine(isCommandLine, commandLineRule)
      .meta({ pattern: "\\S", rule: commandLineRule }),
  }),
  callers,
  policies: [{ name: seen, rows: true }, { name: policyOf.action("managedSystemPolicies/listCommand") }],
  audit: { operation: "CMAD", describe: ({ key, name: called }) => ({ ident: key, message: called }) },
  async run(context, { key, name: called, command }): Promise<ChangedCommand> {
    const { store, ids, clock, caller } = context;
    await lockedRow(context, { table: "managedSystemPolicies", key });
    refuseHistorical(key, "Of what is managed no more nothing is handed out.");
    if (await known(context, key, called)) throw new ServiceError("COMMAND_EXISTS", { target: "name" });
    if ((await store.count("listedCommands", { policyId: key })) >= listedCommandsMax)
      throw new ServiceError("LIMIT_EXCEEDED", { target: "name" });
    const addedByKey = caller.kind === "user" ? caller.key : null;
    const row = { key: ids.guid(), policyId: key, name: called, command, addedAt: clock.now(), addedByKey };
    await store.add("listedCommands", row);
    return { key, name: called, listed: true };
  },
});

/**
 * Removes a command from the list of a policy.
 * @throws NOT_FOUND, FORBIDDEN, COMMAND_UNKNOWN
 */
export const unlistCommand = defineOperation({
  name: "managedSystemPolicies.unlistCommand",
  input: z.strictObject({ key: keyInput, name }),
  callers,
  policies: [{ name: seen, rows: true }, { name: policyOf.action("managedSystemPolicies/unlistCommand") }],
  audit: { operation: "CMRM", describe: ({ key, name: called }) => ({ ident: key, message: called }) },
  async run(context, { key, name: called }): Promise<ChangedCommand> {
    await lockedRow(context, { table: "managedSystemPolicies", key });
    const row = await known(context, key, called);
    if (row === undefined) throw new ServiceError("COMMAND_UNKNOWN", { target: "name" });
    await context.store.remove("listedCommands", row.key);
    return { key, name: called, listed: false };
  },
});

async function known(
  { store }: CallContext,
  policyId: string,
  called: string,
): Promise<Row<"listedCommands"> | undefined> {
  return (await store.select("listedCommands", { where: { policyId, name: called }, limit: 1 }))[0];
}
