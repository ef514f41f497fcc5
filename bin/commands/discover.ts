import type { Command } from "commander";

import type { DiscoveryState } from "#domain/discovery.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { createProgress } from "../progress.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "./sign-in-options.ts";

interface DiscoverOptions extends SignInOptions {
  readonly wait?: true;
  readonly confirm?: true;
  readonly abort?: true;
}

/** What the API says of a discovery. */
interface DiscoveryOperation {
  readonly key: string;
  readonly targetSystemKey: string;
  readonly status: "notStarted" | "running" | "succeeded" | "failed";
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly discovery: DiscoveryState;
}

/** Adds `gatehouse discover`, which calls the public REST API. */
export function addDiscoverCommand(program: Command): void {
  const discover = program
    .command("discover")
    .description("Discovers a target system, or answers a discovery that waits for a confirmation.")
    .argument("<target>", "id of the target system; with --confirm or --abort the key of the operation")
    .option("--wait", "shows the progress and waits for the end")
    .option("--confirm", "lets a discovery go on that would remove many objects")
    .option("--abort", "ends such a discovery; the record stays as it is");
  addSignInOptions(discover)
    .addHelpText("after", examples)
    .action(async (target: string, options: DiscoverOptions) => {
      if (options.confirm && options.abort)
        throw new CliError("--confirm and --abort exclude each other.", ExitCode.Usage);
      const rest = await restClientOf(options);
      const { body } = await rest.post<{ key: string }>(addressOf(target, options), {});
      console.log(body.key);
      if (options.wait) await follow(() => rest.get<DiscoveryOperation>(`/v2/operations(${body.key})`));
    });
}

const examples = `
Examples:
  gatehouse discover DIRECTORY --wait --user admin --password-file admin.txt
  gatehouse discover 0d7c… --confirm
`;

function addressOf(target: string, { confirm, abort }: DiscoverOptions): string {
  if (!confirm && !abort) return `/v2/targetSystems('${encodeURIComponent(target.replaceAll("'", "''"))}')/discover`;
  return `/v2/operations(${encodeURIComponent(target)})/${confirm ? "confirm" : "abort"}`;
}

const pauseMs = 500;

async function follow(read: () => Promise<DiscoveryOperation>): Promise<void> {
  const { setTimeout: sleep } = await import("node:timers/promises");
  const ended = await createProgress().step(
    "Discovery",
    async (report) => {
      for (;;) {
        const operation = await read();
        report(progressOf(operation.discovery));
        if (operation.status === "succeeded" || operation.status === "failed") return operation;
        if (operation.discovery.phase === "confirming") return operation;
        await sleep(pauseMs);
      }
    },
    ({ discovery }) => progressOf(discovery),
  );
  if (ended.status === "failed")
    throw new CliError(ended.error?.message ?? "The discovery failed. See its operation.", ExitCode.Failed);
  if (ended.discovery.phase === "confirming") {
    const { removals, known } = ended.discovery;
    throw new CliError(
      `The discovery would remove ${removals} of ${known} objects and waits for --confirm or --abort.`,
      ExitCode.Failed,
    );
  }
}

const barCharacters = 20;

/** How far a discovery has come, as a bar where the number of objects is known from the last one. */
function progressOf({ phase, listed, known, loaded, associated }: DiscoveryState): string {
  if (phase === "ended") {
    const { added, changed, removed } = loaded;
    return `${listed} listed, ${added} added, ${changed} changed, ${removed} removed, ${associated} associated`;
  }
  if (known === 0) return `${phase}, ${listed} listed`;
  const done = Math.min(1, listed / known);
  const filled = Math.round(done * barCharacters);
  return `${"█".repeat(filled)}${"░".repeat(barCharacters - filled)} ${phase}, ${listed} of about ${known}`;
}
