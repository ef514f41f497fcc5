import { runCommand } from "#bin/run-command.ts";

import type { CommandCall, CommandEnd } from "./commands.ts";
import { withoutInstallation } from "./installation-line.ts";

// Runs the commands that the test sends, one after the other: loading all modules again for each took most of its time.
process.umask(0o077);

let printed = "";
for (const stream of [process.stdout, process.stderr])
  Object.assign(stream, {
    write(text: string | Uint8Array, ...rest: readonly unknown[]) {
      printed += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
      const written = rest.at(-1);
      if (typeof written === "function") written();
      return true;
    },
  });

process.on("message", (call: CommandCall) => void carryOut(call));
process.on("disconnect", () => process.exit());

async function carryOut({ words, env }: CommandCall): Promise<void> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(2, process.argv.length, ...words);
  printed = "";
  await runCommand();
  const end: CommandEnd = { code: takeExitCode(), output: withoutInstallation(printed).output };
  // In a process of its own the listeners for signals would end with the command.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name);
  process.send?.(end);
}

function takeExitCode(): number {
  const { exitCode } = process;
  process.exitCode = undefined;
  return Number(exitCode ?? 0);
}
