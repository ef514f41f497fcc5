import type { Command } from "commander";

import type { AuthChain } from "#domain/chains/auth-chain.ts";
import type { ChainFault } from "#domain/chains/component.ts";
import type { Row } from "#store/tables.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { type VersionOptions, versionInput, withVersionOptions } from "../version-options.ts";
import { type CallOperation, onService, withService } from "../with-service.ts";
import { chainIn, tellWarnings } from "./chain-check.ts";

/** Adds `set`, `reset` and `roll-back`. */
export function addChainChanges(chain: Command): void {
  const set = chain
    .command("set")
    .description("Save the chain of a file")
    .argument("<file>", "JSON of one chain; '-' = standard input")
    .option("--disabled", "keep it without putting it into force")
    .option(...forced);
  withVersionOptions(set).addHelpText("after", setHelp).action(setChainOf);
  withVersionOptions(
    chain
      .command("reset")
      .description("Reset a chain to its default, or delete it if it has none")
      .argument("<name>", "name of the chain"),
  )
    .addHelpText("after", resetHelp)
    .action(async (name: string, options: VersionOptions) => {
      const { resetChain } = await import("#operations/chains/change-chains.ts");
      await withService(async ({ call, here }) => {
        // On the machine itself this is the way back for users who can no longer sign in, so no check may block it.
        const insisting = here === null ? {} : { force: true };
        tellVersion(await call(resetChain, { key: name, ...insisting, ...versionInput(options) }));
      });
    });
  withVersionOptions(
    chain
      .command("roll-back")
      .description("Roll back a chain to one of its versions (0 is the default)")
      .argument("<name>", "name of the chain")
      .argument("<version>", "number of the version", wholeNumber)
      .option(...forced),
  )
    .addHelpText("after", "\nExample:\n  gatehouse chain roll-back sign-in 3\n")
    .action(async (name: string, number: number, { force = false, ...options }: ForcedOptions) => {
      const { rollBackChain } = await import("#operations/chains/change-chains.ts");
      tellVersion(await onService(rollBackChain, { key: name, number, force, ...versionInput(options) }));
    });
}

const forced = ["--force", "do it although people could not sign in any more"] as const;

interface ForcedOptions extends VersionOptions {
  readonly force?: boolean;
}

interface SetOptions extends ForcedOptions {
  readonly disabled?: boolean;
}

const setHelp = `
It is in force at once, in every process; sign-ins that are under way go on as they have begun. What would leave nobody a way in is refused
unless --force is given: an ordinary sign-in must take a chain, and a superuser must come in by it with a password.

Examples:
  gatehouse chain set sign-in.json --comment "CR-21"
  gatehouse chain set intranet.json --disabled
`;

const resetHelp = `
On the machine of the service it works where nobody can sign in any more: it asks nothing but the right to read the data folder.

Example:
  gatehouse chain reset sign-in --comment "CR-21 undone"
`;

interface ChangedChain extends Pick<Row<"authChains">, "name" | "number" | "enabled"> {
  readonly warnings: readonly ChainFault[];
}

async function setChainOf(file: string, { disabled, force = false, ...options }: SetOptions): Promise<void> {
  const stored = chainIn(file) as Partial<AuthChain> | null;
  const name = stored?.name;
  if (typeof name !== "string") throw new CliError(`${file}: the chain must have a name.`, ExitCode.Usage);
  const { addChain, setChain } = await import("#operations/chains/change-chains.ts");
  const { listChains } = await import("#operations/chains/read-chains.ts");
  const given = { stored, enabled: disabled !== true, force, ...versionInput(options) };
  const change = async (call: CallOperation): Promise<ChangedChain | null> => {
    const isKnown = (await call(listChains, {})).some((view) => view.name === name);
    return isKnown ? call(setChain, { key: name, ...given }) : call(addChain, { name, ...given });
  };
  const row = await withService(({ call }) => change(call));
  // A user of a remote service may not be allowed to read the chain after the change.
  if (row === null) return console.log(`${name} is changed.`);
  const state = row.enabled ? "it is in force" : "it is kept, not in force";
  console.log(`${row.name} is at version ${row.number}: ${state}.`);
  tellWarnings(row.warnings);
}

function tellVersion({ name, number, after, enabled }: Row<"authChainVersions">): void {
  const nothing = "nothing is stored any more";
  const state = after === null ? nothing : enabled ? "it is in force" : "it is kept, not in force";
  console.log(`${name} is at version ${number}: ${state}.`);
}
