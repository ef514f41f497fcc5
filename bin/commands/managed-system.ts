import type { Command } from "commander";

import type { ListedSystem } from "#operations/managed-accounts/read-managed-accounts.ts";

import { rowLine } from "../row-line.ts";
import { onService, withService, type CallOperation } from "../with-service.ts";
import { countsUnverified } from "./managed-account.ts";

/** Adds `system list | show | add | bind | unbind | disable | enable | remove` to `gatehouse managed`. */
export function addManagedSystemCommands(managed: Command): void {
  const system = managed.command("system").description("Manage managed systems").addHelpText("after", examples);
  addReading(system);
  system
    .command("add")
    .description("Create the managed system of a target system, in the mode of a policy, and print its ID")
    .argument("<target>", "id of the target system")
    .requiredOption("--policy <id>", "the policy under which it comes")
    .option("--id <id>", "its id; without it that of the target system")
    .option("--description <text>", "what people call it; without it as the target system")
    .action(async (target: string, { policy, id, description }: AddOptions) => {
      const { addManagedSystem } = await import("#operations/managed-accounts/change-managed-systems.ts");
      const input = { targetSystemKey: target, policyId: policy, id, description };
      console.log((await onService(addManagedSystem, input)).id);
    });
  addBinding(system);
  addSwitches(system);
}

interface AddOptions {
  readonly policy: string;
  readonly id?: string;
  readonly description?: string;
}

const examples = `
A managed system has the mode of the policy under which it was made, for all time. What it is taken away from leaves its accounts
to the policy HISTORICAL, with all that is known of them.

Examples:
  gatehouse managed system add DIRECTORY --policy SERVERS
  gatehouse managed system list
  gatehouse managed system show DIRECTORY
  gatehouse managed system bind DIRECTORY DOMAIN_ADMINS
  gatehouse managed system unbind DIRECTORY SERVERS
  gatehouse managed system disable DIRECTORY --reason "moved to another site"
  gatehouse managed system enable DIRECTORY
  gatehouse managed system remove DIRECTORY
`;

function addReading(system: Command): void {
  system
    .command("list")
    .description("List managed systems: ID, mode, target system, policies")
    .option("--json", "print JSON")
    .action(async ({ json }: { json?: true }) => {
      const { listManagedSystems } = await import("#operations/managed-accounts/read-managed-accounts.ts");
      const rows = await onService(listManagedSystems, {});
      if (json) console.log(JSON.stringify(rows, null, 2));
      else for (const row of rows) console.log(lineOf(row));
    });
  withId(system.command("show").description("Show a managed system as JSON")).action(async (id: string) => {
    console.log(JSON.stringify(await withService(({ call }) => found(call, id)), null, 2));
  });
}

function lineOf({ id, mode, targetSystemKey, policies, confirmWithoutVerify, enabled }: ListedSystem): string {
  const unverified = confirmWithoutVerify ? [countsUnverified] : [];
  return rowLine([id, mode, targetSystemKey, policies.join(" "), ...unverified, ...(enabled ? [] : ["(disabled)"])]);
}

const withId = (command: Command) => command.argument("<id>", "id of the managed system");

async function found(call: CallOperation, id: string): Promise<ListedSystem> {
  const { showManagedSystem } = await import("#operations/managed-accounts/read-managed-accounts.ts");
  return call(showManagedSystem, { id });
}

function addBinding(system: Command): void {
  withId(system.command("bind").description("Bind a managed system to another policy of its mode"))
    .argument("<policy>", "id of the policy")
    .action(async (id: string, policyId: string) => {
      const { bindManagedSystem } = await import("#operations/managed-accounts/change-managed-systems.ts");
      await withService(async ({ call }) => call(bindManagedSystem, { key: (await found(call, id)).key, policyId }));
      console.log(`'${id}' is under the policy '${policyId}'.`);
    });
  withId(system.command("unbind").description("Unbind a managed system and its accounts from a policy"))
    .argument("<policy>", "id of the policy")
    .action(async (id: string, policyId: string) => {
      const { unbindManagedSystem } = await import("#operations/managed-accounts/change-managed-systems.ts");
      await withService(async ({ call }) => call(unbindManagedSystem, { key: (await found(call, id)).key, policyId }));
      console.log(`'${id}' is not under the policy '${policyId}' any more.`);
    });
}

function addSwitches(system: Command): void {
  const setEnabled = async (id: string, part: { readonly enabled: boolean; readonly reason?: string }) => {
    const { setManagedSystemEnabled } = await import("#operations/managed-accounts/change-managed-systems.ts");
    await withService(async ({ call }) => call(setManagedSystemEnabled, { key: (await found(call, id)).key, ...part }));
    console.log(`'${id}' is ${part.enabled ? "enabled" : "disabled"}.`);
  };
  withId(system.command("disable").description("Disable a managed system (nothing is deleted)"))
    .requiredOption("--reason <text>", "why; the audit keeps it")
    .action((id: string, { reason }: { reason: string }) => setEnabled(id, { enabled: false, reason }));
  withId(system.command("enable").description("Enable a managed system")).action((id: string) =>
    setEnabled(id, { enabled: true }),
  );
  withId(system.command("remove").description("Remove a managed system that never had managed accounts")).action(
    async (id: string) => {
      const { removeManagedSystem } = await import("#operations/managed-accounts/change-managed-systems.ts");
      await withService(async ({ call }) => call(removeManagedSystem, { key: (await found(call, id)).key }));
      console.log(`The managed system '${id}' is removed.`);
    },
  );
}
