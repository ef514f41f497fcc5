import type { Command } from "commander";

import { askSecret } from "../ask-secret.ts";
import { entityPath } from "../entity-path.ts";
import type { RestClient } from "../rest-client.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** Adds `gatehouse credential list | add-code | remove`, which call the public REST API. */
export function addCredentialCommand(program: Command): void {
  const credential = program
    .command("credential")
    .description("Manage your second factors")
    .addHelpText("after", examples);
  addSignInOptions(credential.command("list").description("List your second factors: key, type, last use, description"))
    .option("--of <user>", "key of another user, where a policy lets you")
    .action(async ({ of, ...options }: OfOptions) => {
      const rest = await restClientOf(options);
      for (const one of await rest.all<ShownCredential>(`${await userPath(rest, of)}/credentials`))
        console.log(lineOf(one));
    });
  addSignInOptions(
    credential
      .command("add-code")
      .description("Add an authenticator app (TOTP): print its address, ask for a code, print recovery codes"),
  ).action(async (options: SignInOptions) => {
    const rest = await restClientOf(options);
    const path = await userPath(rest);
    const { body } = await rest.post<{ readonly address: string }>(`${path}/beginOneTimeCode`);
    // Users make a QR code of the address, or type its secret; a program that reads it gets only the address.
    console.error("The address for the app, which is shown this once:");
    console.log(body.address);
    const code = (await askSecret("The code that the app shows now")).use((text) => text);
    const confirmed = await rest.post<{ readonly recoveryCodes: readonly string[] }>(`${path}/confirmOneTimeCode`, {
      code,
    });
    console.error("The codes count. These recovery codes are for when the device is lost, each good once:");
    for (const one of confirmed.body.recoveryCodes) console.log(one);
  });
  addSignInOptions(credential.command("remove").description("Remove a second factor, such as a lost device"))
    .argument("<key>", "key of the credential")
    .option("--of <user>", "key of the user whose it is, where a policy lets you")
    .action(async (key: string, { of, ...options }: OfOptions) => {
      const rest = await restClientOf(options);
      await rest.remove(`${await userPath(rest, of)}${entityPath("credentials", key).replace("/v2", "")}`);
      console.log("Removed.");
    });
}

const examples = `
A passkey is made by a browser, so it is enrolled on a page and not here; here it is listed and removed.

Examples:
  gatehouse credential add-code --user anna --password-file anna.txt
  gatehouse credential list --user anna --password-file anna.txt
  gatehouse credential remove 5b1f… --of 0d7c… --user root --password-file root.txt
`;

interface OfOptions extends SignInOptions {
  readonly of?: string;
}

/** A credential as the API shows it. */
interface ShownCredential {
  readonly key: string;
  readonly type: string;
  readonly lastUsed: string | null;
  readonly question?: string;
  readonly name?: string;
  readonly recoveryCodesLeft?: number;
}

function lineOf({ key, type, lastUsed, question, name, recoveryCodesLeft }: ShownCredential): string {
  const left = recoveryCodesLeft === undefined ? undefined : `${recoveryCodesLeft} recovery codes left`;
  return rowLine([key, type, lastUsed ?? "-", question ?? name ?? left ?? "-"]);
}

async function userPath(rest: RestClient, of?: string): Promise<string> {
  const key = of ?? (await rest.get<{ readonly sub: string }>("/identity/connect/userinfo")).sub;
  return entityPath("users", key);
}
