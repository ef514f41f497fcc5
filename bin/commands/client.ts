import type { Command } from "commander";

import type { ClientSecret } from "#operations/clients/change-clients.ts";

import { rowLine } from "../row-line.ts";
import { onService, withService } from "../with-service.ts";

/**
 * Adds `gatehouse client add | list | show | update | remove | revoke-tokens | rotate-secret`, which act on this installation or,
 * with `--url`, on a remote service.
 */
export function addClientCommand(program: Command): void {
  const client = program.command("client").description("Manage OAuth clients").addHelpText("after", examples);
  addParts(client.command("add").description("Register an OAuth client and print its secret (shown only once)"))
    .option("--public", "it cannot keep a secret: an application in a browser or on a device")
    .option(
      "--first-party",
      "it belongs to this service: nobody is asked whether it may, and it may have the grant password",
    )
    .action(async (id: string, options: PartOptions & { public?: boolean; firstParty?: boolean }) => {
      const { addClient } = await import("#operations/clients/change-clients.ts");
      const { public: isPublic = false, firstParty, ...parts } = options;
      const input = { id, isPublic, firstParty, ...partsOf(parts), grants: parts.grant ?? [] };
      printSecret(await onService(addClient, input));
    });
  client
    .command("list")
    .description("List OAuth clients: ID, type, grants")
    .action(async () => {
      const { listClients } = await import("#operations/clients/read-clients.ts");
      const rows = await onService(listClients, {});
      for (const { id, type, grants } of rows) console.log(rowLine([id, type, grants.join(" ")]));
    });
  client
    .command("show")
    .description("Show an OAuth client as JSON, without its secret")
    .argument("<id>", "id of the client")
    .action(async (id: string) => {
      const { readClient } = await import("#operations/clients/read-clients.ts");
      const view = await onService(readClient, { id });
      console.log(JSON.stringify(view, null, 2));
    });
  addParts(client.command("update").description("Update an OAuth client"))
    .option("--first-party", "it belongs to this service")
    .option("--no-first-party", "it belongs to somebody else")
    .option("--disabled", "it is shut out: it gets no token, and its sessions end")
    .option("--no-disabled", "it is served again")
    .action(async (id: string, { firstParty, disabled, ...options }: ChangeOptions) => {
      const { updateClient } = await import("#operations/clients/change-clients.ts");
      await onService(updateClient, { key: id, firstParty, ...enabledBy(disabled), ...partsOf(options) });
      console.log(`The client '${id}' is changed.`);
    });
  addEnds(client);
}

function addEnds(client: Command): void {
  client
    .command("remove")
    .description("Remove an OAuth client and end its sessions")
    .argument("<id>", "id of the client")
    .action(async (id: string) => {
      const { removeClient } = await import("#operations/clients/change-clients.ts");
      await withService(({ call }) => removeClient(call, id));
      console.log(`The client '${id}' is removed.`);
    });
  client
    .command("revoke-tokens")
    .description("End all sessions and tokens of an OAuth client (users must consent again)")
    .argument("<id>", "id of the client")
    .action(async (id: string) => {
      const { revokeAllTokens } = await import("#operations/clients/client-tokens.ts");
      const sessions = await withService(({ call }) => revokeAllTokens(call, id));
      console.log(`${sessions} sessions of the client '${id}' are ended.`);
    });
  client
    .command("rotate-secret")
    .description("Rotate the secret of an OAuth client and print it (the old secret becomes invalid immediately)")
    .argument("<id>", "id of the client")
    .action(async (id: string) => {
      const { rotateClientSecret } = await import("#operations/clients/change-clients.ts");
      printSecret(await onService(rotateClientSecret, { key: id }));
    });
}

const examples = `
Grants: authorization_code (people sign in on a page of this service; PKCE), client_credentials (a service acts as a user of
its own), refresh_token, password (first-party clients only). Return addresses are https, or http on this machine.

Examples:
  gatehouse client add portal --grant authorization_code refresh_token --redirect-uri https://portal.example/signed-in
  gatehouse client add tool --public --grant authorization_code --redirect-uri http://127.0.0.1/callback --scope api openid
  gatehouse client add reporting --grant client_credentials --user reporting-service
  gatehouse client rotate-secret reporting
`;

interface PartOptions {
  readonly name?: string;
  readonly grant?: string[];
  readonly scope?: string[];
  readonly redirectUri?: string[];
  readonly postLogoutRedirectUri?: string[];
  readonly user?: string;
}

interface ChangeOptions extends PartOptions {
  readonly firstParty?: boolean;
  readonly disabled?: boolean;
}

const enabledBy = (disabled: boolean | undefined) => (disabled === undefined ? {} : { enabled: !disabled });

function addParts(command: Command): Command {
  return command
    .argument("<id>", "id of the client (client_id)")
    .option("--name <text>", "what the sign-in page calls it")
    .option("--grant <type...>", "how it may get tokens")
    .option("--scope <name...>", "scopes that it may ask for: api, openid, offline_access")
    .option("--redirect-uri <address...>", "where people return to with a code")
    .option("--post-logout-redirect-uri <address...>", "where people return to who have signed out")
    .option("--user <id>", "the user as whom it acts (client_credentials)");
}

function partsOf({ name, grant, scope, redirectUri, postLogoutRedirectUri, user }: PartOptions) {
  const addresses = { redirectUris: redirectUri, postLogoutRedirectUris: postLogoutRedirectUri };
  return { displayName: name, grants: grant, scopes: scope, ...addresses, userId: user };
}

// Only the secret goes to standard output, so that it can be piped to its destination.
function printSecret({ id, secret }: ClientSecret): void {
  if (secret === null) {
    console.error(`The client '${id}' is registered. It is public: it has no secret.`);
    return;
  }
  console.error(`The secret of the client '${id}'. It is not shown again:`);
  console.log(secret.use((text) => text));
}
