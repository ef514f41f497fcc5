import { type Command, Option } from "commander";

import { addressOptions } from "./address-options.ts";
import { CliError, ExitCode } from "./cli-error.ts";
import { commandsOfOperations } from "./commands-of-operations.ts";
import { whyLocal } from "./local-commands.ts";
import { passwordFileOption, type SignInOptions, signsInAlways, userOption } from "./sign-in-options.ts";

interface ServiceOptions {
  readonly url: Option;
  readonly user: Option;
  readonly passwordFile: Option;
}

const added = new WeakMap<Command, ServiceOptions>();
const refused = new WeakMap<Command, { readonly why: string; readonly url: Option }>();

/**
 * Adds the options for a remote service, with a sign-in there, to each command of an operation that the service offers. A command
 * that acts on its own machine alone refuses an address, with the reason.
 */
export function addServiceOptions(program: Command): void {
  const named = new Set(Object.values(commandsOfOperations).flatMap((row) => ("why" in row ? [] : row)));
  for (const command of leavesBelow(program)) {
    const name = nameBelow(command);
    const why = whyLocal(name);
    if (why !== undefined) refuseAddress(command, why);
    else if (named.has(name) && !signsInAlways(command)) addAddress(command);
  }
}

/** Returns true if a command can act on a remote service. */
export const takesAddress = (command: Command) => added.has(command);

/** Returns the words by which a command is called, without the name of the program. */
export function nameBelow(command: Command): string {
  const { parent } = command;
  if (parent === null) return "";
  return `${nameBelow(parent)} ${command.name()}`.trim();
}

function leavesBelow(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesBelow);
}

const has = ({ options }: Command, name: string) => options.some(({ long }) => long === name);

const heading = "To act on a service elsewhere:";

function addAddress(command: Command): void {
  // Some commands use these names for something else.
  const url = addressOptions.find((option) => !has(command, option));
  const user = has(command, "--user") ? "--sign-in-as" : "--user";
  const options: ServiceOptions = {
    url: new Option(`${url} <address>`, "its address; without it, the command acts on this machine's installation"),
    user: userOption(user, "who signs in; or an access token in GATEHOUSE_TOKEN"),
    passwordFile: passwordFileOption(),
  };
  for (const option of Object.values<Option>({ ...options })) command.addOption(option.helpGroup(heading));
  added.set(command, options);
}

function refuseAddress(command: Command, why: string): void {
  const url = new Option("--url <address>").hideHelp();
  command.addOption(url).addHelpText("after", `\nIt acts on the machine on which it is called: ${why}.`);
  refused.set(command, { why, url });
}

/**
 * Takes the service on which a command acts out of its options; undefined for this machine's installation.
 * @throws CliError if the command cannot act on a remote service, or if a user but no address is given
 */
export function takeAddress(command: Command): SignInOptions | undefined {
  const local = refused.get(command);
  if (local !== undefined && taken(command, local.url) !== undefined) throw isLocal(command, local.why);
  const options = added.get(command);
  if (options === undefined) return undefined;
  const isSaid = [options.user, options.passwordFile].find((option) => isGiven(command, option));
  const [url, user, passwordFile] = [options.url, options.user, options.passwordFile].map((one) => taken(command, one));
  if (url !== undefined) {
    const signsIn = { ...(user && { user }), ...(passwordFile && { passwordFile }) };
    return { url: checked(url, options.url), ...signsIn, userOption: options.user.long ?? "" };
  }
  if (isSaid === undefined) return undefined;
  throw new CliError(
    `${isSaid.long} says who signs in at a service elsewhere: give its address with ${options.url.long}, or leave it out.`,
    ExitCode.Usage,
  );
}

const isGiven = (command: Command, option: Option) => command.getOptionValueSource(option.attributeName()) === "cli";

/** Takes a value out of the command's options, so that the command itself does not see it. */
function taken(command: Command, option: Option): string | undefined {
  const values = command.opts<Record<string, string | undefined>>();
  const value = values[option.attributeName()];
  Reflect.deleteProperty(values, option.attributeName());
  return value;
}

function checked(url: string, { long }: Option): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new CliError(`${long} '${url}' is not an address. Write it such as https://iam.example.`, ExitCode.Usage);
}

function isLocal(command: Command, why: string): CliError {
  return new CliError(
    `'gatehouse ${nameBelow(command)}' acts on the machine on which it is called: ${why}. Call it on the machine of the service, without --url.`,
    ExitCode.Usage,
  );
}
