import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import type { OpenSsh } from "./openssh.ts";
import { requireProgram } from "./programs.ts";
import { projectRoot } from "./source-files.ts";

const run = promisify(execFile);
const people = "ou=people,dc=example,dc=test";

/** Password of every account at the beginning. */
export const firstPassword = "First-password-1";

/** Builds the PAM module of password senders in a folder, as its page does, and returns its path. */
export async function buildModule(folder: string): Promise<string> {
  const path = join(folder, "pam_gatehouse.so");
  const source = join(projectRoot, "docs/examples/pam_gatehouse.c");
  const strict = ["-O2", "-Wall", "-Wextra", "-Werror"];
  const call = ["-shared", "-fPIC", ...strict, "-o", path, source, "-lcrypt", "-l:libpam.so.0"];
  await run(requireProgram("cc", "gcc"), call);
  return path;
}

/** Returns settings of slapd (slapd.conf) for a sender that listens on a socket. */
export function overlaySettings(socket: string): string {
  return [
    "overlay sock",
    `socketpath ${socket}`,
    "extensions binddn connid",
    "sockops modify add extended",
    "sockresps result",
    `sockdnpat ",${people}$"`,
  ].join("\n");
}

/** Returns the rule of access that the overlay needs. */
export function overlayAccess(administrator: string): string {
  const rights = `by dn.exact="${administrator}" write by self write by users read by * read`;
  return `access to dn.subtree="${people}" attrs=entry ${rights}`;
}

/** Returns the entry of a person in LDIF. */
export function personEntry(name: string): string {
  const names = [`uid: ${name}`, `cn: ${name}`, `sn: ${name}`];
  return [
    "",
    `dn: uid=${name},${people}`,
    "objectClass: inetOrgPerson",
    ...names,
    `userPassword: ${firstPassword}`,
    "",
  ].join("\n");
}

/** Returns true if a password is the one of an account of a Linux host. */
export async function opensHost(host: OpenSsh, name: string, password: string): Promise<boolean> {
  const script =
    'my $hash = (split /:/, `getent shadow $ARGV[0]`)[1]; print crypt($ARGV[1], $hash) eq $hash ? "yes" : "no"';
  return (await host.inside("perl", "-e", script, name, password)) === "yes";
}
