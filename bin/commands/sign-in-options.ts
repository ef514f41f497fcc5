import { type Command, Option } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import type { RestClient } from "../rest-client.ts";

/** How a command that calls the REST API finds it and signs in. */
export interface SignInOptions {
  readonly url: string;
  readonly user?: string;
  readonly passwordFile?: string;
}

/** Adds the options of a command that calls the REST API. */
export function addSignInOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--url <address>", "address of the API").env("PUBLIC_ADDRESS").default("http://127.0.0.1:8080"),
    )
    .addOption(new Option("--user <id>", "who signs in").env("GATEHOUSE_USER"))
    .addOption(
      new Option("--password-file <file>", "file with the password; '-' = standard input").env(
        "GATEHOUSE_PASSWORD_FILE",
      ),
    )
    .addHelpText("after", "\nInstead of --user and --password-file, an access token may stand in GATEHOUSE_TOKEN.");
}

/**
 * Signs in as the options say.
 * @throws CliError
 */
export async function restClientOf({ url, user, passwordFile }: SignInOptions): Promise<RestClient> {
  const { readPassword, signIn, withToken } = await import("../rest-client.ts");
  const { Secret } = await import("#connectors/contract/index.ts");
  const token = process.env["GATEHOUSE_TOKEN"];
  if (token !== undefined && user === undefined) return withToken(url, new Secret(token));
  if (user === undefined || passwordFile === undefined) {
    throw new CliError(
      "Say who calls: --user and --password-file, or an access token in GATEHOUSE_TOKEN.",
      ExitCode.Usage,
    );
  }
  return signIn(url, { user, password: readPassword(passwordFile) });
}
