import type { Command } from "commander";

import type { FoundGroup } from "#operations/groups/find-group.ts";
import type { ManagedGroup } from "#operations/groups/manage-groups.ts";
import type { ManagedGroupsTrial, TrialGroups } from "#operations/groups/trial-managed-groups.ts";

import { rowLine } from "../row-line.ts";
import { type CallOperation, onService, withService } from "../with-service.ts";

/** Adds `gatehouse group manage | unmanage | trial | give-back`, which act on this installation or, with `--url`, on a remote service. */
export function addGroupCommand(program: Command): void {
  const group = program
    .command("group")
    .description("Manage groups: which of them can be requested")
    .addHelpText("after", examples);
  withNames(group.command("manage").description("Manage groups, so that they can be requested")).action(
    async (names: readonly string[], options: NamesOptions) => {
      const { manageGroup } = await import("#operations/groups/manage-groups.ts");
      await eachNamed(names, options, async (call, { key }) => managedLine(await call(manageGroup, { key })));
    },
  );
  withNames(
    group.command("unmanage").description("Stop managing groups (no discovery takes them until they are managed)"),
  ).action(async (names: readonly string[], options: NamesOptions) => {
    const { unmanageGroup } = await import("#operations/groups/manage-groups.ts");
    await eachNamed(names, options, async (call, { key }) => unmanagedLine(await call(unmanageGroup, { key })));
  });
  addTrial(group);
  addGiveBack(group);
}

const examples = `
A group is named by its key, or by its name on the target system. Managed groups can be requested; all others cannot. A group that
somebody stopped managing is not taken by the option automaticallyDiscoverResourcesToLoad. docs/managed-groups.md says more.

Examples:
  gatehouse group manage staff sales --target DIRECTORY
  gatehouse group unmanage 6f1c0f4e-0000-4000-8000-000000000001
  gatehouse group trial DIRECTORY
  gatehouse group trial DIRECTORY --off
  gatehouse group give-back DIRECTORY
`;

interface NamesOptions {
  readonly target?: string;
}

const withNames = (command: Command) =>
  command
    .argument("<group...>", "keys or names of the groups")
    .option("--target <id>", "the target system of the groups, where other ones have groups of the same name");

/** Finds all groups before it changes the first, so that a wrong name changes nothing. */
async function eachNamed(
  names: readonly string[],
  { target: targetSystemKey }: NamesOptions,
  change: (call: CallOperation, group: FoundGroup) => Promise<string>,
): Promise<void> {
  const { findGroup } = await import("#operations/groups/find-group.ts");
  await withService(async ({ call }) => {
    const groups: FoundGroup[] = [];
    for (const name of names) groups.push(await call(findGroup, { name, targetSystemKey }));
    for (const group of groups) console.log(await change(call, group));
  });
}

const nameOf = ({ shortId, targetSystemKey }: FoundGroup) => `'${shortId}' of '${targetSystemKey}'`;

function managedLine(group: ManagedGroup): string {
  return `Group ${nameOf(group)} ${group.changed ? "is managed" : "was managed already"}.`;
}

function unmanagedLine(group: ManagedGroup): string {
  return `Group ${nameOf(group)} ${group.changed ? "is no longer managed" : "was not managed"}; no discovery takes it.`;
}

function addTrial(group: Command): void {
  group
    .command("trial")
    .description("Show what the option automaticallyDiscoverResourcesToLoad would do with groups (nothing is saved)")
    .argument("<target>", "id of the target system")
    .option("--off", "show what could be given back if the option is off")
    .option("--json", "print JSON")
    .action(async (key: string, { off = false, json }: { off?: boolean; json?: true }) => {
      const { trialManagedGroups } = await import("#operations/groups/trial-managed-groups.ts");
      const trial = await onService(trialManagedGroups, { key, automatically: !off });
      console.log(json ? JSON.stringify(trial, null, 2) : trialText(trial));
    });
}

function trialText({ automatically, managed, taken, givenBack, keptUnmanaged }: ManagedGroupsTrial): string {
  return [
    ...groupLines("Managed now", managed),
    ...(automatically
      ? groupLines("Taken by the next discovery", taken)
      : groupLines("Could be given back (gatehouse group give-back)", givenBack)),
    ...groupLines("Kept unmanaged by a person", keptUnmanaged),
    "Nothing was changed.",
  ].join("\n");
}

function groupLines(title: string, { count, groups }: TrialGroups): string[] {
  const others = count > groups.length ? [`  and ${count - groups.length} more`] : [];
  return [`${title}: ${count}`, ...groups.map(({ key, shortId }) => `  ${rowLine([shortId, key])}`), ...others];
}

function addGiveBack(group: Command): void {
  group
    .command("give-back")
    .description("Stop managing the groups that discoveries took and no one has requested since")
    .argument("<target>", "id of the target system")
    .action(async (key: string) => {
      const { unmanageDiscoveredGroups } = await import("#operations/groups/unmanage-discovered-groups.ts");
      let all = 0;
      await withService(async ({ call }) => {
        for (;;) {
          const { unmanaged, left } = await call(unmanageDiscoveredGroups, { key });
          all += unmanaged;
          if (left === 0 || unmanaged === 0) return;
        }
      });
      console.log(`${all} ${all === 1 ? "group" : "groups"} of '${key}' no longer managed.`);
    });
}
