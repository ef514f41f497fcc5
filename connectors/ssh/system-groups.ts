import { ConnectorError } from "#connectors/contract/index.ts";

import type { SshOptions } from "./address.ts";
import { isNumberToPrograms } from "./machine.ts";
import type { GroupRow } from "./rows.ts";
import type { SshSession } from "./session.ts";

// Groups that a machine's own rules give rights by name, whatever their ids; some do not exist until someone creates them.
const powerful = new Set([
  "root",
  "sudo",
  "wheel",
  "admin",
  "adm",
  "docker",
  "lxd",
  "incus",
  "incus-admin",
  "libvirt",
  "kvm",
  "disk",
  "shadow",
  "kmem",
  "staff",
  "operator",
  "daemon",
  "bin",
  "sys",
  "systemd-journal",
  "nopasswdlogin",
  "sudoers",
]);

/**
 * Throws for a system group, whose members would get rights on the machine.
 * @throws permission unless the address lists it
 */
export function requireOrdinaryGroup({ options }: SshSession, { name, gid }: GroupRow, what: string): void {
  if (options.systemGroups.includes(name) || (gid >= options.gidMin && !powerful.has(name))) return;
  throw new ConnectorError(
    "permission",
    `"${name}" is a group of the system (by its name, or its id is below ${options.gidMin}), which is not ${what}. The address may list it as systemGroups.`,
  );
}

/**
 * Throws for a name to which the machine's own rules may give rights, because an account gets a group of its name.
 * @throws permission unless the address lists it
 */
export function requireOrdinaryName(name: string, { systemGroups }: SshOptions): void {
  if (!powerful.has(name) || systemGroups.includes(name)) return;
  throw new ConnectorError(
    "permission",
    `"${name}" is a name of the system, by which machines give rights. The address may list it as systemGroups.`,
  );
}

/**
 * Throws unless each name is that of an existing group which is not a system group.
 * @throws invalidValue, permission
 */
export function requireOrdinaryGroups(
  session: SshSession,
  names: readonly string[],
  groups: readonly GroupRow[],
): void {
  for (const name of names) {
    // The programs would read digits as the id of a group.
    const group = isNumberToPrograms(name) ? undefined : groups.find((candidate) => candidate.name === name);
    if (group === undefined) throw new ConnectorError("invalidValue", `The machine has no group "${name}".`);
    requireOrdinaryGroup(session, group, "given or taken");
  }
}
