import { run } from "./command.ts";
import type { SshSession } from "./session.ts";

const [failed, notFoundProgram] = [1, 127];
// Default of faillock.conf(5).
const failuresDefault = 3;

/** Returns true if failed logins currently keep an account out, by faillock(8); false if the machine does not count them. */
export async function isLocked(session: SshSession, name: string, signal: AbortSignal): Promise<boolean> {
  const { code, stdout } = await run(session, ["faillock", "--user", name], {
    signal,
    accept: [failed, notFoundProgram],
  });
  if (code !== 0) return false;
  const failures = stdout.split("\n").filter((line) => /\sV\s*$/.test(line)).length;
  if (failures === 0) return false;
  const file = await run(session, ["cat", "/etc/security/faillock.conf"], { signal, accept: [failed] });
  const [, deny] = /^\s*deny\s*=\s*(\d+)/m.exec(file.stdout) ?? [];
  return failures >= (deny === undefined ? failuresDefault : Number(deny));
}

/** Resets the count of failed logins; does nothing on a machine that does not count them. */
export async function resetFailures(session: SshSession, name: string, signal: AbortSignal): Promise<void> {
  await run(session, ["faillock", "--user", name, "--reset"], { signal, accept: [notFoundProgram] });
}
