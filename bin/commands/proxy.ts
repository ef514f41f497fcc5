import { type Command, Option } from "commander";

import { entityPath } from "../entity-path.ts";
import { addSignInOptions, type SignInOptions, restClientOf } from "../sign-in-options.ts";
import { addProxyStatusCommand } from "./proxy-status.ts";
import { addProxyTestCommand } from "./proxy-test.ts";

/** Adds `gatehouse proxy` with `invite`, `enrol`, `status`, `test` and `revoke`. */
export function addProxyCommand(program: Command): void {
  const proxy = program
    .command("proxy")
    .description("Run the proxy that is enrolled in the data folder")
    .addHelpText("after", proxyHelp)
    .action(async () => {
      const { runProxy } = await import("../children/proxy.ts");
      await runProxy();
    });
  const invite = proxy
    .command("invite")
    .description("Create a one-time enrollment token for a proxy (valid for one hour)")
    .argument("<name>", "name of the proxy")
    .option(
      "--replace",
      "invite a proxy that has enrolled before; its new keys replace the old ones, and superusers are told",
    );
  addSignInOptions(invite)
    .addHelpText("after", "\nExample:\n  gatehouse proxy invite branch --user admin --password-file admin.txt\n")
    .action(async (name: string, options: SignInOptions & { replace?: boolean }) => {
      const rest = await restClientOf(options);
      const path = `${entityPath("proxyServers", name)}/invite`;
      const { body } = await rest.post<{ token: string; expiresAt: string }>(path, {
        replace: options.replace === true,
      });
      console.log(body.token);
      console.error(`The token is good once, until ${body.expiresAt}. At the proxy run: gatehouse proxy enrol ${name}`);
    });
  proxy
    .command("enrol")
    .description("Create the keys of a proxy in the data folder and enroll it with a one-time token")
    .argument("<name>", "name of the proxy, as it was invited")
    .addOption(new Option("--token-file <file>", "file with the token; '-' = standard input").default("-"))
    .addOption(new Option("--url <address>", "address of the API").env("API_ADDRESS").makeOptionMandatory())
    .addHelpText(
      "after",
      "\nExample:\n  gatehouse proxy enrol branch --url https://iam.example --token-file token.txt\n",
    )
    .action(async (name: string, { tokenFile, url }: { tokenFile: string; url: string }) => {
      const { enrolHere } = await import("../enrol-here.ts");
      const { readProxySettings } = await import("#platform/settings/settings.ts");
      const { readPassword } = await import("../rest-client.ts");
      const { dataFolder } = readProxySettings();
      // A proxy of several nodes enrolls at its home, the first of them.
      const { listed } = await import("#platform/settings/listed.ts");
      const [apiAddress = url] = listed(url);
      await enrolHere({ folder: dataFolder, proxyId: name, apiAddress, token: readPassword(tokenFile) });
      console.log(`The proxy '${name}' is enrolled; its keys are in ${dataFolder}. Run it with: gatehouse proxy`);
    });
  addProxyStatusCommand(proxy);
  addProxyTestCommand(proxy);
  const revoke = proxy
    .command("revoke")
    .description("Revoke a proxy and delete its keys")
    .argument("<name>", "name of the proxy");
  addSignInOptions(revoke)
    .addHelpText("after", "\nExample:\n  gatehouse proxy revoke branch --user admin --password-file admin.txt\n")
    .action(async (name: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      await rest.post(`${entityPath("proxyServers", name)}/revoke`);
      console.log(`The proxy '${name}' is shut out. Change the passwords of the targets that it has served.`);
    });
}

const proxyHelp = `
A proxy only dials out: to the API over https (API_ADDRESS; plain http on this machine only) and to Temporal
(TEMPORAL_ADDRESS). The Temporal server that 'gatehouse up' starts listens on its own machine without TLS, so a proxy
elsewhere needs a Temporal server that is reachable with mutual TLS: TEMPORAL_ADDRESS, TEMPORAL_TLS_CA_FILE,
TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE.

A proxy that knows several nodes has their addresses with commas between them in API_ADDRESS and TEMPORAL_ADDRESS, in one
order, that of its home first. It works for another one once that has taken over the work of its home.

Examples:
  gatehouse proxy invite branch --user admin --password-file admin.txt     # at the service: prints a token
  API_ADDRESS=https://iam.example gatehouse proxy enrol branch             # at the branch: asks for the token
  gatehouse proxy                     # at the branch: runs it; TEMPORAL_… stand in gatehouse.env of its data folder
  gatehouse proxy status branch --user admin --password-file admin.txt     # anywhere: says how it is
  gatehouse proxy test DIRECTORY --user admin --password-file admin.txt    # anywhere: asks a target through its proxy
`;
