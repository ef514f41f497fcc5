import type { Command } from "commander";

/** Adds commands to the program. */
export type CommandAdder = (program: Command) => void;

/** Commands of one file. */
export interface CommandGroup {
  /** First words of the commands. */
  readonly words: readonly string[];
  /** Loads the file. */
  load(): Promise<CommandAdder>;
}

/** All commands of the program, in the order of the help. */
export const commandGroups: readonly CommandGroup[] = [
  { words: ["up"], load: async () => (await import("./commands/up.ts")).addUpCommand },
  { words: ["api", "hub"], load: async () => (await import("./commands/processes.ts")).addServiceCommands },
  { words: ["reload"], load: async () => (await import("./commands/reload.ts")).addReloadCommand },
  { words: ["proxy"], load: async () => (await import("./commands/proxy.ts")).addProxyCommand },
  { words: ["host"], load: async () => (await import("./commands/host.ts")).addHostCommand },
  { words: ["temporal"], load: async () => (await import("./commands/processes.ts")).addTemporalCommand },
  { words: ["migrate"], load: async () => (await import("./commands/migrate.ts")).addMigrateCommand },
  { words: ["install"], load: async () => (await import("./commands/install.ts")).addInstallCommand },
  {
    words: ["backup", "restore", "restored"],
    load: async () => (await import("./commands/backup.ts")).addBackupCommands,
  },
  { words: ["request"], load: async () => (await import("./commands/request.ts")).addRequestCommand },
  {
    words: ["request-batch"],
    load: async () => (await import("./commands/request-batch.ts")).addRequestBatchCommand,
  },
  { words: ["template"], load: async () => (await import("./commands/template.ts")).addTemplateCommand },
  { words: ["role"], load: async () => (await import("./commands/role.ts")).addRoleCommand },
  { words: ["roles"], load: async () => (await import("./commands/roles.ts")).addRolesCommand },
  { words: ["simulate"], load: async () => (await import("./commands/simulate.ts")).addSimulateCommand },
  { words: ["checkout"], load: async () => (await import("./commands/checkout.ts")).addCheckoutCommand },
  { words: ["delegation"], load: async () => (await import("./commands/delegation.ts")).addDelegationCommand },
  { words: ["catalogue"], load: async () => (await import("./commands/catalogue.ts")).addCatalogueCommand },
  { words: ["sod"], load: async () => (await import("./commands/sod.ts")).addSodCommand },
  { words: ["access"], load: async () => (await import("./commands/access.ts")).addAccessCommand },
  {
    words: ["password-block"],
    load: async () => (await import("./commands/password-block.ts")).addPasswordBlockCommand,
  },
  { words: ["move-review"], load: async () => (await import("./commands/move-review.ts")).addMoveReviewCommand },
  { words: ["discover"], load: async () => (await import("./commands/discover.ts")).addDiscoverCommand },
  { words: ["mass-reset"], load: async () => (await import("./commands/mass-reset.ts")).addMassResetCommand },
  {
    words: ["password-queue"],
    load: async () => (await import("./commands/password-queue.ts")).addPasswordQueueCommand,
  },
  { words: ["nodes"], load: async () => (await import("./commands/nodes.ts")).addNodesCommand },
  {
    words: ["password-sender"],
    load: async () => (await import("./commands/password-sender.ts")).addPasswordSenderCommand,
  },
  { words: ["psupdate"], load: async () => (await import("./commands/psupdate.ts")).addPsupdateCommand },
  {
    words: ["autores", "rbacenforce"],
    load: async () => (await import("./commands/enforcement.ts")).addEnforcementCommands,
  },
  { words: ["group"], load: async () => (await import("./commands/group.ts")).addGroupCommand },
  { words: ["import-rule"], load: async () => (await import("./commands/import-rule.ts")).addImportRuleCommand },
  { words: ["managed"], load: async () => (await import("./commands/managed.ts")).addManagedCommand },
  { words: ["user"], load: async () => (await import("./commands/user.ts")).addUserCommand },
  { words: ["userunlock"], load: async () => (await import("./commands/userunlock.ts")).addUserUnlockCommand },
  { words: ["session"], load: async () => (await import("./commands/session.ts")).addSessionCommand },
  { words: ["saml"], load: async () => (await import("./commands/saml.ts")).addSamlCommand },
  { words: ["credential"], load: async () => (await import("./commands/credential.ts")).addCredentialCommand },
  { words: ["connector"], load: async () => (await import("./commands/connector.ts")).addConnectorCommand },
  { words: ["plugin"], load: async () => (await import("./commands/plugin.ts")).addPluginCommand },
  { words: ["client"], load: async () => (await import("./commands/client.ts")).addClientCommand },
  { words: ["keys"], load: async () => (await import("./commands/keys.ts")).addKeysCommand },
  { words: ["vault"], load: async () => (await import("./commands/vault.ts")).addVaultCommand },
  { words: ["breached"], load: async () => (await import("./commands/breached.ts")).addBreachedCommand },
  { words: ["policy"], load: async () => (await import("./commands/policy.ts")).addPolicyCommand },
  { words: ["chain"], load: async () => (await import("./commands/chain.ts")).addChainCommand },
  { words: ["audit"], load: async () => (await import("./commands/audit.ts")).addAuditCommand },
  { words: ["webhook"], load: async () => (await import("./commands/webhook.ts")).addWebhookCommand },
  {
    words: ["ticket-system"],
    load: async () => (await import("./commands/ticket-system.ts")).addTicketSystemCommand,
  },
  { words: ["config"], load: async () => (await import("./commands/config.ts")).addConfigCommand },
  { words: ["mail"], load: async () => (await import("./commands/mail.ts")).addMailCommand },
  { words: ["settings"], load: async () => (await import("./commands/settings.ts")).addSettingsCommand },
];

/**
 * Loads the commands that begin with a word; all of them if none does, or if no word is given. A process that runs one command
 * needs no other.
 */
export async function loadCommands(word?: string): Promise<readonly CommandAdder[]> {
  if (word === "--version" || word === "-V") return [];
  const called = commandGroups.filter(({ words }) => word !== undefined && words.includes(word));
  return Promise.all((called.length === 0 ? commandGroups : called).map((group) => group.load()));
}
