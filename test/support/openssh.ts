import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { freePort } from "#platform/processes/free-port.ts";
import { isRunning, stopProcess } from "#platform/processes/process.ts";

import { requireProgram } from "./programs.ts";

const run = promisify(execFile);
const startWaitMs = 60_000;
const operatorLogin = "gatehouse-operator";
const qualityFile = "/usr/share/pam-configs/pwquality";
const programs = {
  sshd: "openssh-server",
  "ssh-keygen": "openssh-client",
  sudo: "sudo",
  unshare: "util-linux",
  nsenter: "util-linux",
  setpriv: "util-linux",
  useradd: "passwd",
} as const;

/** A running SSH server with accounts of its own. */
export interface OpenSsh {
  readonly port: number;
  /** Fingerprint as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
  /** Account that may log in with the password or the private key (PEM). */
  readonly root: { readonly password: string; readonly privateKey: string };
  /** Account that may run everything by sudo without a password. */
  readonly operator: { readonly login: string; readonly password: string };
  /** Returns the output of a command that root runs there, beside the server. */
  inside(command: string, ...args: string[]): Promise<string>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** Variants of a server. */
interface Variants {
  /** True if it asks for passwords by keyboard-interactive. */
  readonly asksByKeyboard?: boolean;
  /** Lines of PAM before and after the module that sets a password. */
  readonly before?: string;
  readonly after?: string;
}

/** Number of wrong passwords that lock an account there. */
export const failuresMax = 5;

/**
 * Starts sshd on a free port of 127.0.0.1. A mount namespace of its own gives it a copy of /etc and empty folders for homes and mail. Real
 * programs make real accounts there, and the accounts of this machine stay as they are, also when a test is killed. Passwords must satisfy
 * pam_pwquality, for root too. A server that asks by keyboard accepts passwords by keyboard-interactive alone.
 * @throws Error naming the missing packages or permissions
 */
export async function startOpenSsh({
  asksByKeyboard = false,
  before = "",
  after = "",
}: Variants = {}): Promise<OpenSsh> {
  const found = await requirePrograms();
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `openssh-${process.pid}-`));
  const [root, operator] = [randomBytes(18).toString("base64url"), randomBytes(18).toString("base64url")];
  for (const name of ["host-key", "root-key"])
    await run(found["ssh-keygen"], ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", join(folder, name)]);
  for (const name of ["etc", "home", "mail", "root"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "passwords"), `root:${root}\n${operatorLogin}:${operator}\n`, { mode: 0o600 });
  const port = await freePort();
  const server = spawn(found.unshare, ["--mount", "/bin/sh", "-e", "-c", machine], {
    env: {
      ...process.env,
      FOLDER: folder,
      SSHD: found.sshd,
      PORT: String(port),
      ASKS: asksByKeyboard ? "yes" : "no",
      BEFORE: before,
      AFTER: after,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const stop = async (): Promise<void> => {
    await stopProcess(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilItAnswers(server, port);
  } catch (error) {
    await stop();
    throw error;
  }
  const { stdout } = await run(found["ssh-keygen"], ["-l", "-f", join(folder, "host-key.pub")]);
  return {
    port,
    fingerprint: /SHA256:\S+/.exec(stdout)?.[0] ?? "",
    root: { password: root, privateKey: readFileSync(join(folder, "root-key"), "utf8") },
    operator: { login: operatorLogin, password: operator },
    stop,
    async inside(command, ...args) {
      const place = ["--mount", "--target", String(server.pid), "--"];
      return (await run(found.nsenter, [...place, requireProgram(command, "passwd"), ...args])).stdout;
    },
  };
}

// In the end the server is the same process, so it ends with the test that has started it.
const machine = `
cp -a /etc/. "$FOLDER/etc/"
mount --bind "$FOLDER/etc" /etc
mount --bind "$FOLDER/home" /home
mount --bind "$FOLDER/mail" /var/mail
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/sshd /run/faillock
rm -f /etc/nologin /etc/passwd.lock /etc/shadow.lock /etc/group.lock /etc/gshadow.lock
# The files of root's own shell are those of this machine's user, and may take a second before each command.
sed -i "s#^\\(root:[^:]*:[^:]*:[^:]*:[^:]*\\):[^:]*:#\\1:$FOLDER/root:#" /etc/passwd
printf '%s\\n' 'passwd: files' 'group: files' 'shadow: files' 'hosts: files' > /etc/nsswitch.conf
printf 'deny = ${failuresMax}\\n' > /etc/security/faillock.conf
printf '%s\\n' 'auth required pam_faillock.so preauth nodelay' 'auth sufficient pam_unix.so nodelay' \\
  'auth [default=die] pam_faillock.so authfail nodelay' > /etc/pam.d/common-auth
printf '%s\\n' 'account required pam_unix.so' 'account required pam_faillock.so' > /etc/pam.d/common-account
printf '%s\\n' 'password required pam_unix.so yescrypt rounds=1' > /etc/pam.d/common-password
printf '%s\\n' 'session required pam_unix.so' > /etc/pam.d/common-session
printf '%s\\n' '@include common-auth' '@include common-account' '@include common-session' '@include common-password' > /etc/pam.d/sshd
useradd -m -s /bin/sh ${operatorLogin}
chpasswd < "$FOLDER/passwords"
printf '%s\\n' 'password requisite pam_pwquality.so enforce_for_root dictcheck=0 retry=1' "$BEFORE" \\
  'password required pam_unix.so use_authtok yescrypt rounds=1' "$AFTER" > /etc/pam.d/common-password
printf '${operatorLogin} ALL=(ALL) NOPASSWD: ALL\\n' > /etc/sudoers.d/gatehouse
chmod 440 /etc/sudoers.d/gatehouse
exec setpriv --pdeathsig SIGTERM "$SSHD" -D -e -f /dev/null -h "$FOLDER/host-key" -p "$PORT" -o ListenAddress=127.0.0.1 \\
  -o AuthorizedKeysFile="$FOLDER/root-key.pub" -o StrictModes=no -o PermitRootLogin=yes -o UsePAM=yes \\
  -o KbdInteractiveAuthentication="$ASKS" -o PasswordAuthentication="$([ "$ASKS" = yes ] && echo no || echo yes)" -o MaxSessions=50 -o MaxStartups=100 -o PidFile=none -o UseDNS=no
`;

async function requirePrograms(): Promise<Record<keyof typeof programs, string>> {
  const rows = Object.entries(programs).map(([name, debianPackage]) => [name, requireProgram(name, debianPackage)]);
  if (!existsSync(qualityFile))
    throw new Error("pam_pwquality is missing. Install the Debian package libpam-pwquality.");
  const found = Object.fromEntries(rows) as Record<keyof typeof programs, string>;
  await run(found.unshare, ["--mount", "/bin/sh", "-c", "mount -t tmpfs tmpfs /mnt"]).catch((cause: unknown) => {
    const words = "The tests of Linux accounts need root and the right to mount (in a container: CAP_SYS_ADMIN).";
    throw new Error(words, { cause });
  });
  return found;
}

// The server of a killed test ends with it, but its folder, with a copy of /etc, is left.
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^openssh-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

async function untilItAnswers(server: ChildProcess, port: number): Promise<void> {
  let words = "";
  server.stderr?.on("data", (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-2_000)));
  const end = performance.now() + startWaitMs;
  while (server.exitCode === null && performance.now() < end) {
    if (await accepts(port)) return;
    await sleep(20);
  }
  throw new Error(`sshd does not answer on port ${port}. ${words}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
