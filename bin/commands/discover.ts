import { setTimeout as sleep } from "node:timers/promises";

import type { Command } from "commander";

import type { DiscoveryState } from "#domain/discovery.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { importedWords } from "../imported-words.ts";
import { stopSignal } from "../lifecycle.ts";
import { createProgress } from "../progress.ts";
import type { RestClient } from "../rest-client.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "./sign-in-options.ts";

interface DiscoverOptions extends SignInOptions {
  readonly wait?: true;
  readonly follow?: true;
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
    .argument("<target>", "id of the target system; with --follow, --confirm or --abort the key of the operation")
    .option("--wait", "shows the progress and waits for the end; Ctrl-C ends the waiting only")
    .option("--follow", "waits for a discovery that is under way")
    .option("--confirm", "lets a discovery go on that would remove many objects")
    .option("--abort", "ends such a discovery; the record stays as it is");
  addSignInOptions(discover)
    .addHelpText("after", examples)
    .action(async (target: string, options: DiscoverOptions) => {
      const { confirm, abort, follow: joins } = options;
      if ([confirm, abort, joins].filter(Boolean).length > 1)
        throw new CliError("--confirm, --abort and --follow exclude each other.", ExitCode.Usage);
      const rest = await restClientOf(options);
      if (joins) await readDiscovery(rest, target);
      const key = joins ? target : (await rest.post<{ key: string }>(addressOf(target, options), {})).body.key;
      console.log(key);
      if (options.wait || joins) await follow(key, () => readDiscovery(rest, key));
    });
}

const examples = `
Examples:
  gatehouse discover DIRECTORY --wait --user admin --password-file admin.txt
  gatehouse discover 0d7c… --confirm
  gatehouse discover 0d7c… --follow
`;

function addressOf(target: string, { confirm, abort }: DiscoverOptions): string {
  if (!confirm && !abort) return `/v2/targetSystems('${encodeURIComponent(target.replaceAll("'", "''"))}')/discover`;
  return `/v2/operations(${encodeURIComponent(target)})/${confirm ? "confirm" : "abort"}`;
}

const pauseMs = 500;

async function readDiscovery(rest: RestClient, key: string): Promise<DiscoveryOperation> {
  const path = `/v2/operations(${encodeURIComponent(key)})`;
  const operation = await rest.get<Omit<DiscoveryOperation, "discovery"> & { discovery: DiscoveryState | null }>(path);
  const { discovery } = operation;
  if (discovery !== null) return { ...operation, discovery };
  throw new CliError(`The operation '${key}' is no discovery.`, ExitCode.Usage);
}

async function follow(key: string, read: () => Promise<DiscoveryOperation>): Promise<void> {
  const stop = stopSignal();
  const progress = createProgress();
  const ended = await progress.step(
    "Discovery",
    async (report) => {
      for (;;) {
        const operation = await read();
        report(progressOf(operation.discovery));
        requireNoFailure(operation);
        if (operation.status === "succeeded" || isAsking(operation)) return operation;
        if (stop.aborted) {
          progress.end();
          return operation;
        }
        await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
      }
    },
    ({ discovery }) => progressOf(discovery),
  );
  requireEnd(key, ended);
}

function requireNoFailure({ status, error }: DiscoveryOperation): void {
  if (status === "failed")
    throw new CliError(error?.message ?? "The discovery failed. See its operation.", ExitCode.Failed);
}

/** What was answered just now may not have been heard yet. */
function isAsking({ discovery: { phase, decision } }: DiscoveryOperation): boolean {
  return phase === "confirming" && decision === null;
}

function requireEnd(key: string, operation: DiscoveryOperation): void {
  const { removals, known } = operation.discovery;
  if (operation.status === "succeeded") return;
  if (!isAsking(operation)) {
    const wayOut = `Wait for it with: gatehouse discover ${key} --follow`;
    throw new CliError(`The discovery goes on. ${wayOut}`, ExitCode.Interrupted);
  }
  throw new CliError(
    `The discovery would remove ${removals} of ${known} objects and waits for --confirm or --abort.`,
    ExitCode.Failed,
  );
}

const barCharacters = 20;

/** How far a discovery has come, as a bar where the number of objects is known from the last one. */
function progressOf({ phase, listed, known, loaded, associated, imported }: DiscoveryState): string {
  if (phase === "ended") {
    const { added, changed, removed } = loaded;
    const done = `${listed} listed, ${added} added, ${changed} changed, ${removed} removed, ${associated} associated`;
    const rules = importedWords(imported);
    return rules === "" ? done : `${done}, ${rules}`;
  }
  if (known === 0) return `${phase}, ${listed} listed`;
  const done = Math.min(1, listed / known);
  const filled = Math.round(done * barCharacters);
  return `${"█".repeat(filled)}${"░".repeat(barCharacters - filled)} ${phase}, ${listed} of about ${known}`;
}
