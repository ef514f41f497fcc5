import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import { promisify } from "node:util";

import { requireFreePort } from "#platform/processes/free-port.ts";
import { processesWith } from "#platform/processes/process-identity.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { makeCertificate } from "./certificate.ts";
import { requireProgram } from "./programs.ts";
import { takeTurn } from "./take-turns.ts";

const run = promisify(execFile);
const debianPackages = "samba, samba-dsdb-modules, samba-vfs-modules, samba-ad-provision and winbind";
const startWaitMs = 60_000;
const folderPrefix = "samba-ad-";
// LDAP, LDAPS and the two of the global catalog: Samba has no setting for them.
const ports = [389, 636, 3268, 3269] as const;
const host = "dc1.example.test";
const baseDN = "DC=example,DC=test";

/** Number of wrong passwords in a row that lock an account of the test domain. */
export const failuresMax = 4;

/** A running Active Directory domain controller of a test's own. */
export interface SambaAd {
  readonly url: string;
  /** The PEM text of its certificate and the name in it. */
  readonly tls: { readonly ca: string; readonly serverName: string };
  readonly baseDN: string;
  readonly admin: { readonly login: string; readonly password: string };
  /** Runs `samba-tool` on the files of the domain. */
  tool(...call: readonly string[]): Promise<void>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * Provisions the domain example.test and starts its domain controller on the loopback interface, on the ports 389 and 636: no minimum age
 * of passwords, at least 7 characters of three kinds, an account is locked after `failuresMax` wrong ones.
 * @throws Error naming the missing Debian packages, the missing permission, or the processes on the ports
 */
export async function startSambaAd(): Promise<SambaAd> {
  const samba = requireProgram("samba", debianPackages);
  const sambaTool = requireProgram("samba-tool", debianPackages);
  if (process.getuid?.() !== 0)
    throw new Error("Samba AD has to be started as root: it listens on the ports 389 and 636.");
  const handOn = await takeTurn("samba-ports");
  const folder = mkdtempSync(join(tmpdir(), folderPrefix));
  const password = `Ad-${randomBytes(15).toString("base64url")}-7`;
  let server: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    // The process changes its title, so it is only found by its own file.
    const pid = pidIn(folder);
    if (pid !== undefined) await stopProcess(pid);
    if (server !== undefined) await stopProcess(server);
    rmSync(folder, { recursive: true, force: true });
    await handOn();
  };
  try {
    await requireSambaPorts();
    const configuration = await configure(folder);
    await provision(sambaTool, { folder, configuration, password });
    // It ends by itself when its input closes, so nothing is left when the tests are killed.
    server = spawn(samba, ["-i", "-M", "single", "-s", configuration, "--debug-stdout"], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    const ca = readFileSync(join(folder, "certificate.pem"), "utf8");
    await untilItAnswers(server, ca);
    return {
      url: "ldaps://127.0.0.1:636",
      tls: { ca, serverName: host },
      baseDN,
      admin: { login: "Administrator@example.test", password },
      tool: (...call) => tool(sambaTool, [...call, "-H", join(folder, "private", "sam.ldb"), "-s", configuration]),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Makes sure that the ports of a domain controller are free.
 * @throws Error naming the processes that hold them, and how to end these
 */
export async function requireSambaPorts(): Promise<void> {
  const left = leftovers();
  const names = left.map(({ pid, folder }) => `process ${pid} (${folder})`).join(", ");
  const hint =
    left.length > 0
      ? `A Samba of an earlier run is still there: ${names}. End it with: kill ${left.map(({ pid }) => pid).join(" ")}`
      : "Samba AD cannot use another one; stop the server that listens there.";
  for (const port of ports) {
    await requireFreePort(port).catch((cause: unknown) => {
      throw new Error(`Port ${port} of 127.0.0.1 is in use. ${hint}`, { cause });
    });
  }
}

interface Leftover {
  readonly pid: number;
  readonly folder: string;
}

/** Returns controllers of earlier runs that are still running; removes the folders of those that have ended. */
function leftovers(): Leftover[] {
  const found = readdirSync(tmpdir())
    .filter((name) => name.startsWith(folderPrefix))
    .map((name) => join(tmpdir(), name))
    .flatMap((folder): Leftover[] => {
      const pid = pidIn(folder);
      return pid === undefined ? [] : [{ pid, folder }];
    });
  const running = processesWith("samba");
  const ended = found.filter(({ pid }) => !running.includes(pid));
  for (const { folder } of ended) rmSync(folder, { recursive: true, force: true });
  return found.filter((one) => !ended.includes(one));
}

function pidIn(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, "run", "samba.pid"), "utf8").trim());
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function configure(folder: string): Promise<string> {
  for (const name of ["run", "log", "cache", "state", "private"]) mkdirSync(join(folder, name));
  const { certificate, key } = await makeCertificate(folder, host);
  const file = join(folder, "dc.conf");
  writeFileSync(
    file,
    `[global]
netbios name = DC1
realm = EXAMPLE.TEST
workgroup = EXAMPLE
server role = active directory domain controller
server services = ldap
bind interfaces only = yes
interfaces = lo
cache directory = ${folder}/cache
lock directory = ${folder}
private dir = ${folder}/private
state directory = ${folder}/state
pid directory = ${folder}/run
ncalrpc dir = ${folder}/run/ncalrpc
old password allowed period = 0
log file = ${folder}/log/samba.log
tls keyfile = ${key}
tls certfile = ${certificate}
tls cafile = ${certificate}
`,
  );
  return file;
}

interface Provisioning {
  readonly folder: string;
  readonly configuration: string;
  readonly password: string;
}

async function provision(sambaTool: string, { folder, configuration, password }: Provisioning): Promise<void> {
  const domain = ["--realm=EXAMPLE.TEST", "--domain=EXAMPLE", "--server-role=dc", "--host-name=dc1"];
  const place = [`--targetdir=${folder}`, "--host-ip=127.0.0.1", "--dns-backend=NONE", "--use-rfc2307"];
  const lo = ["--option=bind interfaces only = yes", "--option=interfaces = lo"];
  await tool(sambaTool, ["domain", "provision", ...domain, ...place, ...lo, `--adminpass=${password}`]);
  const lockout = [`--account-lockout-threshold=${failuresMax}`, "--account-lockout-duration=30"];
  const rules = ["--min-pwd-age=0", "--min-pwd-length=7", ...lockout];
  await tool(sambaTool, ["domain", "passwordsettings", "set", ...rules, "-s", configuration]);
}

async function tool(program: string, call: readonly string[]): Promise<void> {
  await run(program, [...call]).catch((error: Error & { stderr?: string }) => {
    const lines = (error.stderr ?? "").trim().split("\n");
    const words = lines.find((line) => line.startsWith("ERROR")) ?? lines.at(-1) ?? "";
    throw new Error(
      `samba-tool ${call.slice(0, 2).join(" ")} failed: ${words}. It needs the Debian packages ${debianPackages}.`,
    );
  });
}

async function untilItAnswers(server: ChildProcess, ca: string): Promise<void> {
  let words = "";
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-2_000)));
  const end = Date.now() + startWaitMs;
  while (server.exitCode === null && server.signalCode === null && Date.now() < end) {
    if (await accepts(ca)) return;
    await sleep(50);
  }
  throw new Error(`Samba AD does not answer on port 636. ${words}`);
}

function accepts(ca: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket: TLSSocket = connect({ host: "127.0.0.1", port: 636, ca, servername: host }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
