import { Command, CommanderError } from "commander";

import { ExitCode } from "./cli-error.ts";
import { addApiCommand } from "./commands/api.ts";
import { addAuditCommand } from "./commands/audit.ts";
import { addBackupCommands } from "./commands/backup.ts";
import { addClientCommand } from "./commands/client.ts";
import { addConnectorCommand } from "./commands/connector.ts";
import { addDiscoverCommand } from "./commands/discover.ts";
import { addHubCommand } from "./commands/hub.ts";
import { addImportRuleCommand } from "./commands/import-rule.ts";
import { addKeysCommand } from "./commands/keys.ts";
import { addMigrateCommand } from "./commands/migrate.ts";
import { addPolicyCommand } from "./commands/policy.ts";
import { addProxyCommand } from "./commands/proxy.ts";
import { addPsupdateCommand } from "./commands/psupdate.ts";
import { addRequestCommand } from "./commands/request.ts";
import { addSettingsCommand } from "./commands/settings.ts";
import { addTemporalCommand } from "./commands/temporal.ts";
import { addUpCommand } from "./commands/up.ts";
import { addUserUnlockCommand } from "./commands/userunlock.ts";
import { addWebhookCommand } from "./commands/webhook.ts";
import { supervisedVariable } from "./lifecycle.ts";
import { softwareVersion } from "./version.ts";

// What this program writes is for its own user alone: databases, logs, sockets, keys, and what the servers write that it starts.
process.umask(0o077);

const program = new Command("gatehouse")
  .description("Identity and access management: requests, authorization phases, connectors and privileged passwords.")
  .version(softwareVersion)
  .showHelpAfterError("(gatehouse --help says more)")
  .addHelpText(
    "after",
    "\nExit codes: 0 done, 1 failed or refused, 2 wrong call or setting, 3 the service does not answer, 130 ended by Ctrl-C.\nSettings come from the environment: gatehouse settings lists them.\n",
  );

const commands = [
  addUpCommand,
  addApiCommand,
  addHubCommand,
  addProxyCommand,
  addTemporalCommand,
  addMigrateCommand,
  addBackupCommands,
  addRequestCommand,
  addDiscoverCommand,
  addPsupdateCommand,
  addImportRuleCommand,
  addUserUnlockCommand,
  addConnectorCommand,
  addClientCommand,
  addKeysCommand,
  addPolicyCommand,
  addAuditCommand,
  addWebhookCommand,
  addSettingsCommand,
];
for (const add of commands) add(program);
overrideExit(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await explain(error);
}
// Whatever a library still keeps open must not keep a finished command alive; the streams are written out first.
process.stdout.write("", () => process.stderr.write("", () => process.exit()));

async function explain(error: unknown): Promise<number> {
  // Commander has printed its own words; --help and --version come here too, with the code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Done : ExitCode.Usage;
  const { exitCodeOf, messageOf } = await import("./failure.ts");
  // A supervised process writes to a log of JSON lines.
  const supervised = process.env[supervisedVariable] !== undefined;
  const message = messageOf(error);
  console.error(
    supervised
      ? JSON.stringify({ level: "fatal", time: new Date().toISOString(), msg: message })
      : `gatehouse: ${message}`,
  );
  if (process.env["LOG_LEVEL"] === "debug" && error instanceof Error) console.error(error.stack);
  return exitCodeOf(error);
}

function overrideExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) overrideExit(child);
}
