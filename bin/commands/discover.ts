import type { Command } from "commander";

import { type DiscoveryState, listedObjects } from "#domain/discovery/discovery.ts";
import { lossesOf, lossWords } from "#domain/discovery/losses.ts";
import { discoveryCode } from "#domain/requests/named-codes.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { entityPath, quotedText } from "../entity-path.ts";
import { importedWords } from "../imported-words.ts";
import { stopSignal } from "../lifecycle.ts";
import { peopleWords } from "../people-words.ts";
import { poll } from "../poll.ts";
import { createProgress } from "../progress.ts";
import type { RestClient, ShownOperation } from "../rest-client.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

interface DiscoverOptions extends SignInOptions {
  readonly wait?: true;
  readonly follow?: true;
  readonly confirm?: true;
  readonly abort?: true;
}

/** Answer of the API about a discovery. */
interface DiscoveryOperation extends ShownOperation {
  readonly discovery: DiscoveryState;
}

/** Adds `gatehouse discover`, which calls the public REST API. */
export function addDiscoverCommand(program: Command): void {
  const discover = program
    .command("discover")
    .description("Run, confirm or cancel a discovery of a target system")
    .argument("<target>", "id of the target system; with --follow, --confirm or --abort also the key of the operation")
    .option("--wait", "shows the progress and waits for the end; Ctrl-C ends the waiting only")
    .option("--follow", "waits for a discovery that is under way")
    .option("--confirm", "lets a discovery go on that would remove much, or all of a kind")
    .option("--abort", "ends a discovery before it is loaded; the record stays as it is");
  addSignInOptions(discover)
    .addHelpText("after", examples)
    .action(async (target: string, options: DiscoverOptions) => {
      const { confirm, abort, follow: joins } = options;
      if ([confirm, abort, joins].filter(Boolean).length > 1)
        throw new CliError("--confirm, --abort and --follow exclude each other.", ExitCode.Usage);
      const rest = await restClientOf(options);
      const operation = confirm || abort || joins ? await keyOf(rest, target) : target;
      if (joins) await readDiscovery(rest, operation);
      const key = joins ? operation : (await rest.post<{ key: string }>(addressOf(operation, options), {})).body.key;
      console.log(key);
      if (options.wait || joins) await follow(key, () => readDiscovery(rest, key));
    });
}

const examples = `
Examples:
  gatehouse discover DIRECTORY --wait --user admin --password-file admin.txt
  gatehouse discover DIRECTORY --follow
  gatehouse discover 0d7c… --confirm
`;

function addressOf(target: string, { confirm, abort }: DiscoverOptions): string {
  if (!confirm && !abort) return `${entityPath("targetSystems", target)}/discover`;
  return `${entityPath("operations", target)}/${confirm ? "confirm" : "abort"}`;
}

const isKey = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the key of a discovery; for the id of a target system, that of its discovery in progress. */
async function keyOf(rest: RestClient, target: string): Promise<string> {
  if (isKey.test(target)) return target;
  const filter = `targetSystemKey eq ${quotedText(target)} and code eq '${discoveryCode}' and finishedAt eq null`;
  const { value } = await rest.get<{ value: readonly { key: string }[] }>(
    `/v2/operations?$select=key&$filter=${encodeURIComponent(filter)}`,
  );
  const [running] = value;
  if (running !== undefined) return running.key;
  throw new CliError(`No discovery of the target system '${target}' is under way or waits.`, ExitCode.Failed);
}

const pauseMs = 500;

async function readDiscovery(rest: RestClient, key: string): Promise<DiscoveryOperation> {
  const path = entityPath("operations", key);
  const operation = await rest.get<ShownOperation & { discovery: DiscoveryState | null }>(path);
  const { discovery } = operation;
  if (discovery !== null) return { ...operation, discovery };
  throw new CliError(`The operation '${key}' is no discovery.`, ExitCode.Usage);
}

async function follow(key: string, read: () => Promise<DiscoveryOperation>): Promise<void> {
  const stop = stopSignal();
  const progress = createProgress();
  const ended = await progress.step(
    "Discovery",
    (report) => {
      const look = async () => {
        const operation = await read();
        report(progressOf(operation.discovery));
        requireNoFailure(operation);
        return operation;
      };
      const isLast = (operation: DiscoveryOperation) => operation.status === "succeeded" || isAsking(operation);
      return poll(look, isLast, { pauseMs, stop, onStop: () => progress.end() });
    },
    ({ discovery }) => progressOf(discovery),
    ({ status }) => status === "succeeded",
  );
  const { leftOut = [], people } = ended.discovery;
  for (const problem of [...leftOut, ...(people?.problems ?? [])]) progress.say(problem);
  requireEnd(key, ended);
}

function requireNoFailure({ status, error }: DiscoveryOperation): void {
  if (status === "failed")
    throw new CliError(error?.message ?? "The discovery failed. See its operation.", ExitCode.Failed);
}

/** Returns true if the discovery waits for a decision. One just made may not have reached it yet. */
function isAsking({ discovery: { phase, decision } }: DiscoveryOperation): boolean {
  return phase === "confirming" && decision === null;
}

function requireEnd(key: string, operation: DiscoveryOperation): void {
  if (operation.status === "succeeded") return;
  if (!isAsking(operation)) {
    const wayOut = `Wait for it with: gatehouse discover ${key} --follow`;
    throw new CliError(`The discovery goes on. ${wayOut}`, ExitCode.Interrupted);
  }
  throw new CliError(
    [
      `The discovery would ${lossesOf(operation.discovery).map(lossWords).join(", ")}, and waits for a decision.`,
      `To let it go on:  gatehouse discover ${key} --confirm --wait`,
      `To end it, so that the record stays as it is:  gatehouse discover ${key} --abort`,
    ].join("\n"),
    ExitCode.Failed,
  );
}

const barCharacters = 20;

/** Describes the progress of a discovery, with a bar if the number of objects is known from the last one. */
function progressOf(discovery: DiscoveryState): string {
  const { phase, known, loaded, managedGroups, associated, people, imported } = discovery;
  const [objects, memberships] = [listedObjects(discovery), discovery.listedMemberships ?? 0];
  const listed = memberships === 0 ? `${objects} listed` : `${objects} listed with ${memberships} memberships`;
  if (phase === "ended") {
    const { added, changed, removed } = loaded;
    const done = `${listed}, ${added} added, ${changed} changed, ${removed} removed, ${associated} associated`;
    const managed = managedGroups ? `${managedGroups} newly managed` : "";
    return [done, managed, importedWords(imported), peopleWords(people)].filter((words) => words !== "").join(", ");
  }
  if (known === 0) return `${phase}, ${listed}`;
  const done = Math.min(1, objects / known);
  const filled = Math.round(done * barCharacters);
  return `${"█".repeat(filled)}${"░".repeat(barCharacters - filled)} ${phase}, ${listed} of about ${known} objects`;
}
