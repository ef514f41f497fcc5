import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";

import type { Environment } from "#platform/settings/settings.ts";

import type { MachineLogin } from "./operator-name.ts";

/** What programs leave in the environment that run another one as another account, the first that is there. */
const saidBy = ["SUDO_USER", "DOAS_USER"] as const;
const loginFile = "/proc/self/loginuid";
const accountsFile = "/etc/passwd";
// By their full paths: PATH is the caller's.
const accountPrograms = ["/usr/bin/getent", "/bin/getent"];
/** What the kernel of Linux says where nobody has signed in: in a service, and in most containers. */
const nobody = 2 ** 32 - 1;

/** Returns who has signed in at the machine and runs this process; `file` is where the kernel says so. */
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
    // Another system than Linux, or one without the audit.
    return undefined;
  }
  return /^\d+$/.test(text) && Number(text) !== nobody ? Number(text) : undefined;
}

function ownAccount(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that no account has.
    return numbered(process.getuid?.() ?? 0);
  }
}

function accountOf(uid: number): string {
  return accountIn(readAccounts(), uid) ?? accountIn(askAccounts(uid), uid) ?? numbered(uid);
}

function readAccounts(): string {
  return existsSync(accountsFile) ? readFileSync(accountsFile, "utf8") : "";
}

/** Accounts of a directory stand in no file. */
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
