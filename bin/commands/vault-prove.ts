import { randomInt } from "node:crypto";

import { type Command, Option } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { stopSignal } from "../lifecycle.ts";
import { wholeNumber } from "../option-values.ts";
import { createProgress } from "../progress.ts";
import { type ProvedDatabase, provedDatabases } from "../prove/database.ts";
import { proofLines, verdictOf } from "../prove/proof-lines.ts";

interface ProveOptions {
  readonly accounts: number;
  readonly dependants?: number;
  readonly randomizations?: number;
  readonly kills: number;
  readonly checkOuts: number;
  readonly seed?: number;
  readonly database: ProvedDatabase;
  readonly nodes: number;
  readonly restore?: true;
  readonly keep?: true;
  readonly json?: true;
}

const accountsDefault = 100;
const killsDefault = 20;
const checkoutsDefault = 20;
/** Smallest number of several nodes: one is lost, and two are left to acknowledge each other. */
const nodesMin = 3;
const seedMax = 2 ** 32;

/** Adds `gatehouse vault prove`, which works on an installation of its own and touches no other one. */
export function addProve(vault: Command): void {
  vault
    .command("prove")
    .description("Prove that no password is lost: change passwords of a test directory while the processes are killed")
    .option("--accounts <number>", "accounts in the directory", wholeNumber, accountsDefault)
    .option(
      "--dependants <number>",
      "accounts on a second target system that have the passwords of others; absent = a fifth of the accounts",
      wholeNumber,
    )
    .option("--randomizations <number>", "passwords that are changed at least; absent = one per account", wholeNumber)
    .option(
      "--kills <number>",
      "moments at which processes are killed (kill -9): one, several, or one that starts",
      wholeNumber,
      killsDefault,
    )
    .option(
      "--check-outs <number>",
      "passwords that are checked out, revealed and returned meanwhile, at least",
      wholeNumber,
      checkoutsDefault,
    )
    .option("--seed <number>", "plans the same kills again; absent = a random one, which is printed", wholeNumber)
    .addOption(
      new Option("--database <kind>", "the database")
        .choices(provedDatabases)
        .default("sqlite" satisfies ProvedDatabase),
    )
    .option(
      "--nodes <number>",
      "nodes that replicate: 1, or at least 3; of several one is lost and comes back, and the disk of another one burns",
      wholeNumber,
      1,
    )
    .option("--restore", "restore a backup at the end, beside the directory as it has become; SQLite only")
    .option("--keep", "leave the folder of the proof where it is")
    .option("--json", "print what was found as JSON")
    .addHelpText("after", help)
    .action(run);
}

const help = `
It makes an installation in a folder for temporary files, with slapd as its target, and removes it at its end; where the promise was
broken it stays, with its logs. What is configured for this installation is neither read nor touched. docs/vault.md says what is proved.

Examples:
  gatehouse vault prove
  gatehouse vault prove --randomizations 1000 --kills 200 --database mariadb
  gatehouse vault prove --nodes 3
`;

async function run(options: ProveOptions): Promise<void> {
  const { accounts, nodes, randomizations = accounts } = options;
  const { dependants = nodes === 1 ? Math.ceil(accounts / 5) : 0 } = options;
  const { kills, checkOuts, json = false } = options;
  const { seed = randomInt(seedMax), database, restore = false } = options;
  requireProvable(options);
  const { prove } = await import("../prove/prove.ts");
  const signal = stopSignal();
  const wish = {
    accounts,
    dependants,
    randomizations,
    kills,
    checkouts: checkOuts,
    restore,
    seed,
    database,
    nodes,
    keep: options.keep === true,
    signal,
  };
  const target = { connector: "ldap", proxySettings: {}, failpoints: true };
  const progress = createProgress(json ? process.stderr : process.stdout);
  const proof = await prove({ ...wish, ...target, progress }).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
    throw new CliError("Stopped before the end: nothing was proved.", ExitCode.Interrupted, cause);
  });
  if (json) console.log(JSON.stringify(proof, null, 2));
  else for (const line of proofLines(proof)) console.log(line);
  if (!proof.kept) throw new CliError(verdictOf(proof));
  if (!json) console.log(verdictOf(proof));
}

/** @throws CliError if options contradict each other */
function requireProvable({ accounts, dependants = 0, nodes, restore, database }: ProveOptions): void {
  if (accounts === 0) throw new CliError("Without accounts nothing can be proved. Give --accounts.", ExitCode.Usage);
  if (nodes !== 1 && nodes < nodesMin)
    throw new CliError(
      "Of two nodes none would be left to acknowledge. Give --nodes 3, or leave it out.",
      ExitCode.Usage,
    );
  if (nodes > accounts) throw new CliError("Each node has one account at least. Give more --accounts.", ExitCode.Usage);
  if (nodes > 1 && (dependants > 0 || restore === true))
    throw new CliError(
      "Dependants and a restore are proved on one node. Leave out --dependants and --restore, or --nodes.",
      ExitCode.Usage,
    );
  if (dependants > accounts)
    throw new CliError("Each account has one dependant at most. Give fewer --dependants.", ExitCode.Usage);
  if (restore === true && database !== "sqlite")
    throw new CliError("A restore is proved on SQLite only. Leave --restore out, or --database.", ExitCode.Usage);
}
