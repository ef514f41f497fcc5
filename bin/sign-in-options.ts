import { type Command, Option } from "commander";

import type { Secret } from "#connectors/contract/index.ts";

import { CliError, ExitCode } from "./cli-error.ts";
import type { RestClient, SignIn } from "./rest-client.ts";

/** Options by which a command finds the REST API and signs in. */
export interface SignInOptions {
  readonly url: string;
  readonly user?: string;
  readonly passwordFile?: string;
  /** Name of the option for the user if it is not `--user`. */
  readonly userOption?: string;
}

/** Makes the option for the user who signs in. */
export const userOption = (name = "--user", meaning = "who signs in") =>
  new Option(`${name} <id>`, meaning).env("GATEHOUSE_USER");

/** Makes the option for the file with the password. */
export const passwordFileOption = () =>
  new Option("--password-file <file>", "file with the password; '-' = standard input").env("GATEHOUSE_PASSWORD_FILE");

const signing = new WeakSet<Command>();

/** Returns true if a command always calls the REST API. */
export const signsInAlways = (command: Command): boolean => signing.has(command);

/** Adds the options of a command that calls the REST API. */
export function addSignInOptions(command: Command): Command {
  signing.add(command);
  return command
    .addOption(
      new Option("--url <address>", "address of the API").env("PUBLIC_ADDRESS").default("http://127.0.0.1:8080"),
    )
    .addOption(userOption())
    .addOption(passwordFileOption())
    .addHelpText("after", "\nInstead of --user and --password-file, an access token may stand in GATEHOUSE_TOKEN.");
}

/** A user with a password, or an access token. */
export type Identity = SignIn | { readonly token: Secret };

/**
 * Returns the identity that the options name.
 * @throws CliError
 */
export async function identityOf({ user, passwordFile, userOption: option }: SignInOptions): Promise<Identity> {
  const { readPassword } = await import("./rest-client.ts");
  const { Secret } = await import("#connectors/contract/index.ts");
  const token = process.env["GATEHOUSE_TOKEN"];
  if (token !== undefined && user === undefined) return { token: new Secret(token) };
  if (user === undefined || passwordFile === undefined) {
    throw new CliError(
      `Say who calls: ${option ?? "--user"} and --password-file, or an access token in GATEHOUSE_TOKEN.`,
      ExitCode.Usage,
    );
  }
  return { user, password: readPassword(passwordFile) };
}

/**
 * Opens the REST API with an identity.
 * @throws CliError
 */
export async function restClientFor(url: string, identity: Identity): Promise<RestClient> {
  const { signIn, withToken } = await import("./rest-client.ts");
  return "token" in identity ? withToken(url, identity.token) : signIn(url, identity);
}

/**
 * Signs in with the identity that the options name.
 * @throws CliError
 */
export async function restClientOf(options: SignInOptions): Promise<RestClient> {
  return restClientFor(options.url, await identityOf(options));
}
