import { Command } from "commander";

import { softwareVersion } from "#domain/proxies/software-version.ts";

import { CliError, ExitCode } from "./cli-error.ts";
import { addAuditCommand } from "./commands/audit.ts";
import { addBackupCommands } from "./commands/backup.ts";
import { addCatalogueCommand } from "./commands/catalogue.ts";
import { addChainCommand } from "./commands/chain.ts";
import { addCheckoutCommand } from "./commands/checkout.ts";
import { addClientCommand } from "./commands/client.ts";
import { addConnectorCommand } from "./commands/connector.ts";
import { addCredentialCommand } from "./commands/credential.ts";
import { addDelegationCommand } from "./commands/delegation.ts";
import { addDiscoverCommand } from "./commands/discover.ts";
import { addHostCommand } from "./commands/host.ts";
import { addImportRuleCommand } from "./commands/import-rule.ts";
import { addInstallCommand } from "./commands/install.ts";
import { addKeysCommand } from "./commands/keys.ts";
import { addMailCommand } from "./commands/mail.ts";
import { addManagedCommand } from "./commands/managed.ts";
import { addMigrateCommand } from "./commands/migrate.ts";
import { addPluginCommand } from "./commands/plugin.ts";
import { addPolicyCommand } from "./commands/policy.ts";
import { addServiceCommands, addTemporalCommand } from "./commands/processes.ts";
import { addProxyCommand } from "./commands/proxy.ts";
import { addPsupdateCommand } from "./commands/psupdate.ts";
import { addRequestCommand } from "./commands/request.ts";
import { addSamlCommand } from "./commands/saml.ts";
import { addSessionCommand } from "./commands/session.ts";
import { addSettingsCommand } from "./commands/settings.ts";
import { addUpCommand } from "./commands/up.ts";
import { addUserCommand } from "./commands/user.ts";
import { addUserUnlockCommand } from "./commands/userunlock.ts";
import { addVaultCommand } from "./commands/vault.ts";
import { addWebhookCommand } from "./commands/webhook.ts";
import { quietly } from "./installation-line.ts";
import { gathered } from "./option-values.ts";
import { actAt } from "./service-address.ts";
import { addServiceOptions, takeAddress } from "./service-options.ts";

const commands = [
  addUpCommand,
  addServiceCommands,
  addProxyCommand,
  addHostCommand,
  addTemporalCommand,
  addMigrateCommand,
  addInstallCommand,
  addBackupCommands,
  addRequestCommand,
  addCheckoutCommand,
  addDelegationCommand,
  addCatalogueCommand,
  addDiscoverCommand,
  addPsupdateCommand,
  addImportRuleCommand,
  addManagedCommand,
  addUserCommand,
  addUserUnlockCommand,
  addSessionCommand,
  addSamlCommand,
  addCredentialCommand,
  addConnectorCommand,
  addPluginCommand,
  addClientCommand,
  addKeysCommand,
  addVaultCommand,
  addPolicyCommand,
  addChainCommand,
  addAuditCommand,
  addWebhookCommand,
  addMailCommand,
  addSettingsCommand,
];

/** The command line with all its commands; nothing runs before it is parsed. */
export function createProgram(): Command {
  const program = new Command("gatehouse")
    .description("Identity and access management: requests, authorization phases, connectors and privileged passwords.")
    .version(softwareVersion)
    .showHelpAfterError("(gatehouse --help says more)")
    .option("--setting <NAME=VALUE>", "gives a setting, before the environment; may be repeated", gathered)
    .option("--quiet", "leaves out on which installation a command acts")
    .hook("preAction", async (command, called) => {
      const { setting = [], quiet = false } = command.opts<{ setting?: readonly string[]; quiet?: boolean }>();
      quietly(quiet || called.opts<{ json?: unknown }>().json === true);
      actAt(takeAddress(called));
      if (setting.length > 0) await takeSettings(setting);
    })
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 failed or refused, 2 wrong call or setting, 3 the service does not answer, 130 ended by Ctrl-C.\nSettings come from --setting, the environment, what is stored, and defaults: gatehouse settings lists them.\n",
    );
  for (const add of commands) add(program);
  addServiceOptions(program);
  return program;
}

async function takeSettings(flags: readonly string[]): Promise<void> {
  const { takeFlags } = await import("#platform/settings/setting-flags.ts");
  try {
    takeFlags(flags, process.env);
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(error.message, ExitCode.Usage);
    throw error;
  }
}
