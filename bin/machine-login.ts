import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";

import type { Environment } from "#platform/settings/settings.ts";

import type { MachineLogin } from "./operator-name.ts";

/** Variables that programs set when they run another one as another account; the first present one counts. */
const saidBy = ["SUDO_USER", "DOAS_USER"] as const;
const loginFile = "/proc/self/loginuid";
const accountsFile = "/etc/passwd";
// Full paths, because PATH belongs to the caller.
const accountPrograms = ["/usr/bin/getent", "/bin/getent"];
/** Value of the Linux kernel if no one has logged in: in a service, and in most containers. */
const nobody = 2 ** 32 - 1;

/** Returns the account that has logged in to the machine and runs this process; `file` is the kernel's record of it. */
export function machineLogin(environment: Environment, file: string = loginFile): MachineLogin {
  const said = saidBy.flatMap((variable) => {
    const account = environment[variable] ?? "";
    return account === "" ? [] : [{ variable, account }];
  })[0];
  const uid = loginUid(file);
  return {
    account: ownAccount(),
    ...(uid !== undefined && { login: accountOf(uid) }),
    ...(said !== undefined && { said }),
  };
}

function loginUid(file: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch {
    // A system other than Linux, or one without audit.
    return undefined;
  }
  return /^\d+$/.test(text) && Number(text) !== nobody ? Number(text) : undefined;
}

function ownAccount(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number without an account.
    return numbered(process.getuid?.() ?? 0);
  }
}

function accountOf(uid: number): string {
  return accountIn(readAccounts(), uid) ?? accountIn(askAccounts(uid), uid) ?? numbered(uid);
}

function readAccounts(): string {
  return existsSync(accountsFile) ? readFileSync(accountsFile, "utf8") : "";
}

/** Asks `getent`, because accounts of a directory are in no file. */
function askAccounts(uid: number): string {
  const program = accountPrograms.find((path) => existsSync(path));
  return program === undefined ? "" : spawnSync(program, ["passwd", String(uid)], { encoding: "utf8" }).stdout;
}

function accountIn(lines: string, uid: number): string | undefined {
  const [name] = lines
    .split("\n")
    .map((line) => line.split(":"))
    .filter(([, , number]) => number === String(uid))
    .flatMap(([account = ""]) => account || []);
  return name;
}

function numbered(uid: number): string {
  return `uid ${uid}`;
}
