import { runCommand } from "#bin/run-command.ts";

import type { CommandCall, CommandEnd } from "./commands.ts";
import { withoutInstallation } from "./installation-line.ts";

// Carries one command after the other out that the test asks for: loading all modules anew for each took most of its time.
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
  // A process of its own would take what listens for its end along.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name);
  process.send?.(end);
}

function takeExitCode(): number {
  const { exitCode } = process;
  process.exitCode = undefined;
  return Number(exitCode ?? 0);
}
