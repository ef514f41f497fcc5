import type { Command } from "commander";

import type { ListedSender } from "#operations/password-senders/list-password-senders.ts";

import { rowLine } from "../row-line.ts";
import { onService } from "../with-service.ts";
import { addSenderRunCommands } from "./password-sender-run.ts";

/** Adds `gatehouse password-sender invite | list | revoke | delete` and what runs on target systems. */
export function addPasswordSenderCommand(program: Command): void {
  const sender = program
    .command("password-sender")
    .description("Manage password senders, which report passwords that people set on target systems")
    .addHelpText("after", examples);
  sender
    .command("invite")
    .description("Create a one-time enrollment token for a password sender (valid for one hour)")
    .argument("<target>", "id of the target system")
    .option("--name <name>", "display name; without it that of the target system")
    .action(async (targetSystemKey: string, { name = targetSystemKey }: { readonly name?: string }) => {
      const { invitePasswordSender } = await import("#operations/password-senders/change-password-senders.ts");
      const { key, token, expiresAt } = await onService(invitePasswordSender, { targetSystemKey, name });
      const until = new Date(expiresAt).toISOString();
      console.error(`Password sender invited: ${key}\nIts enrollment token, which is valid until ${until}:`);
      console.log(token.use((text) => text));
    });
  sender
    .command("list")
    .description("List password senders: key, target system, name, status, last call, last report")
    .option("--json", "print JSON")
    .action(async ({ json }: { readonly json?: true }) => {
      const { listPasswordSenders } = await import("#operations/password-senders/list-password-senders.ts");
      const senders = await onService(listPasswordSenders, {});
      if (json) console.log(JSON.stringify(senders, null, 2));
      else for (const row of senders) console.log(lineOf(row));
    });
  sender
    .command("revoke")
    .description("Revoke a password sender and delete its keys")
    .argument("<key>", "key of the password sender")
    .action(async (key: string) => {
      const { revokePasswordSender } = await import("#operations/password-senders/change-password-senders.ts");
      await onService(revokePasswordSender, { key });
      console.log(`Password sender '${key}' revoked.`);
    });
  sender
    .command("delete")
    .description("Delete a password sender that is not enrolled")
    .argument("<key>", "key of the password sender")
    .action(async (key: string) => {
      const { deletePasswordSender } = await import("#operations/password-senders/change-password-senders.ts");
      await onService(deletePasswordSender, { key });
      console.log(`Password sender '${key}' deleted.`);
    });
  addSenderRunCommands(sender);
}

function lineOf({ key, targetSystemKey, name, status, lastSeenAt, lastReportAt, ...sender }: ListedSender): string {
  const waiting = sender.waiting === null ? "" : `, ${sender.waiting} waiting`;
  const seen = lastSeenAt === null ? "never called" : `called ${new Date(lastSeenAt).toISOString()}${waiting}`;
  const reported =
    lastReportAt === null
      ? "never reported"
      : `reported ${new Date(lastReportAt).toISOString()} (${sender.lastOutcome ?? "-"})`;
  return rowLine([key, targetSystemKey, name, status, seen, reported]);
}

const examples = `
Examples:
  gatehouse password-sender invite DIRECTORY --name ldap1.example
  gatehouse password-sender list
  gatehouse password-sender revoke 0d7c…
`;
