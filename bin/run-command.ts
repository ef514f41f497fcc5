import { type Command, CommanderError } from "commander";

import { ExitCode } from "./cli-error.ts";
import { loadCommands } from "./command-groups.ts";
import { supervisedVariable } from "./lifecycle.ts";
import { createProgram } from "./program.ts";
import { showSteering } from "./shown-text.ts";

/** Runs the command line of this process; prints errors and sets `process.exitCode`. */
export async function runCommand(): Promise<void> {
  const program = createProgram(await loadCommands(process.argv[2]));
  overrideExit(program);
  const end = showSteering(console);
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = await explain(error);
  } finally {
    end();
  }
}

async function explain(error: unknown): Promise<number> {
  // Commander has printed its own message; --help and --version arrive here too, with the code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Done : ExitCode.Usage;
  const { exitCodeOf, messageOf } = await import("./failure.ts");
  // A supervised process writes to a log of JSON lines.
  const supervised = process.env[supervisedVariable] !== undefined;
  const message = messageOf(error);
  console.error(
    supervised
      ? JSON.stringify({ level: "fatal", time: new Date().toISOString(), msg: message })
      : `gatehouse: ${message}`,
  );
  if (process.env["LOG_LEVEL"] === "debug" && error instanceof Error) console.error(error.stack);
  return exitCodeOf(error);
}

function overrideExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) overrideExit(child);
}
