import type { Command } from "commander";

import type { BuiltList } from "#platform/breached-passwords/build-breached-list.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { stopSignal } from "../lifecycle.ts";
import { createProgress } from "../progress.ts";

/** Adds `gatehouse breached` with build, verify and status, which work on the file of this machine. */
export function addBreachedCommand(program: Command): void {
  const breached = program
    .command("breached")
    .description("Build and verify the list of breached passwords that the rule notBreached of password policies asks")
    .addHelpText("after", examples);
  breached
    .command("build")
    .description("Build the list from files with SHA-1 digests, such as the download of Have I Been Pwned")
    .argument("<file...>", "files with a line SHA1[:count] for each password, or folders with range files")
    .option("--out <file>", "the list to write (default: BREACHED_PASSWORDS_FILE)")
    .option("--partial", "accept digests that do not cover all ranges, as a list of your own")
    .action(async (files: string[], { out, partial = false }: { out?: string; partial?: boolean }) => {
      const path = out ?? (await listPath());
      const built = await build(files, path, partial);
      const padding = built.padding === 0 ? "" : `, ${countOf(built.padding)} padding lines left out`;
      console.log(`List '${path}' built: ${countOf(built.count)} passwords, ${countOf(built.bytes)} bytes${padding}.`);
    });
  breached
    .command("verify")
    .description("Read the whole list and compare it with its digests")
    .argument("[file]", "the list (default: BREACHED_PASSWORDS_FILE)")
    .action(async (file: string | undefined) => {
      const path = file ?? (await listPath());
      console.log(`List '${path}' is whole: ${countOf(await verify(path))} passwords.`);
    });
  breached
    .command("status")
    .description("Show whether the service can use the list")
    .option("--json", "print it as JSON")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { createBreachedList } = await import("#platform/breached-passwords/breached-list.ts");
      const path = await listPath();
      const list = createBreachedList(path);
      const found = await list.state();
      await list.close();
      if (json) console.log(JSON.stringify({ path, ...found }));
      else if (found.state === "ready") {
        const built = new Date(found.modifiedAt).toISOString();
        console.log(
          `List '${path}' is ready: ${countOf(found.count)} passwords, ${countOf(found.bytes)} bytes, built ${built}.`,
        );
      }
      if (found.state !== "ready") throw new CliError(`${found.message} ${wayOut}`);
    });
}

const wayOut = "Build it with 'gatehouse breached build'; docs/breached-passwords.md leads through it.";

const examples = `
Examples:
  gatehouse breached build pwnedpasswords.txt
  gatehouse breached build ranges/ --out /var/lib/gatehouse/breached-passwords.list
  gatehouse breached verify
  gatehouse breached status
`;

async function listPath(): Promise<string> {
  const { readSettings } = await import("#platform/settings/settings.ts");
  return readSettings().breachedPasswordsFile;
}

async function build(files: readonly string[], path: string, isPartial: boolean): Promise<BuiltList> {
  const { buildBreachedList } = await import("#platform/breached-passwords/build-breached-list.ts");
  return attempted("Breached passwords", "Nothing was written.", (report, signal) =>
    buildBreachedList(files, {
      path,
      isPartial,
      signal,
      onProgress: ({ stage, done, total }) => report(`${stage} ${shareOf(done, total)}`),
    }),
  );
}

async function verify(path: string): Promise<number> {
  const { verifyBreachedList } = await import("#platform/breached-passwords/verify-breached-list.ts");
  return attempted("Breached passwords", "Nothing is known about the list.", (report, signal) =>
    verifyBreachedList(path, { signal, onProgress: (done, total) => report(`verified ${shareOf(done, total)}`) }),
  );
}

/** Runs a long step with its progress; Ctrl-C ends it with the words of `stopped`. */
async function attempted<T>(
  title: string,
  stopped: string,
  run: (report: (words: string) => void, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = stopSignal();
  const progress = createProgress(process.stderr);
  signal.addEventListener("abort", () => progress.end(), { once: true });
  try {
    return await progress.step(title, (report) => run(report, signal));
  } catch (error) {
    if (signal.aborted) throw new CliError(`Stopped. ${stopped}`, ExitCode.Interrupted);
    throw error;
  }
}

function shareOf(done: number, total: number): string {
  return `${Math.min(100, Math.floor((done / Math.max(1, total)) * 100))} %`;
}

function countOf(count: number): string {
  return count.toLocaleString("en-US");
}
