import type { Command } from "commander";

import type { ListedHost } from "#operations/managed-hosts/list-managed-hosts.ts";

import { rowLine } from "../row-line.ts";
import { onService, withService } from "../with-service.ts";
import { managedOf } from "./managed-account.ts";

/** Adds `host invite | list | revoke` to `gatehouse managed`. */
export function addManagedHostCommands(managed: Command): void {
  const host = managed
    .command("host")
    .description("Manage managed hosts, which fetch the password of their account (policies of the mode pull)")
    .addHelpText("after", examples);
  host
    .command("invite")
    .description("Create a one-time enrollment token for a managed host (valid for one hour)")
    .argument("<target>", "id of the target system")
    .argument("<account>", "name or key of the account there")
    .option("--name <name>", "what people call the host; without it as the target system")
    .action(async (target: string, account: string, { name = target }: { readonly name?: string }) => {
      const { inviteManagedHost } = await import("#operations/managed-hosts/change-managed-hosts.ts");
      const { hostKey, token, expiresAt } = await withService(async ({ call }) => {
        const { key: managedAccountKey } = await managedOf(call, target, account);
        return call(inviteManagedHost, { managedAccountKey, name });
      });
      console.log(token);
      const until = new Date(expiresAt).toISOString();
      console.error(`The token is good once, until ${until}. At the host run: gatehouse host enrol ${hostKey}`);
    });
  host
    .command("list")
    .description("List managed hosts: key, name, account, status, last call")
    .option("--json", "print JSON")
    .action(async ({ json }: { readonly json?: true }) => {
      const { listManagedHosts } = await import("#operations/managed-hosts/list-managed-hosts.ts");
      const hosts = await onService(listManagedHosts, {});
      if (json) console.log(JSON.stringify(hosts, null, 2));
      else for (const row of hosts) console.log(lineOf(row));
    });
  host
    .command("revoke")
    .description("Revoke a managed host and delete its keys")
    .argument("<key>", "key of the managed host")
    .action(async (key: string) => {
      const { revokeManagedHost } = await import("#operations/managed-hosts/change-managed-hosts.ts");
      const { name } = await onService(revokeManagedHost, { key });
      console.log(`The managed host '${name}' is shut out. Change the password of its account: it may know it.`);
    });
}

function lineOf({ key, name, account, status, lastSeenAt }: ListedHost): string {
  const seen = lastSeenAt === null ? "never asked" : `asked ${new Date(lastSeenAt).toISOString()}`;
  return rowLine([key, name, `${account.targetSystemKey} ${account.name}`, status, seen]);
}

const examples = `
Examples:
  gatehouse managed host invite WEB7 root --name web7.example
  gatehouse managed host list
  gatehouse managed host revoke 0d7c…
`;
