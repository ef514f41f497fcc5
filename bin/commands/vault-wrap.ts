import { resolve } from "node:path";

import type { Command } from "commander";

import { onService } from "../with-service.ts";

/** Adds `gatehouse vault wrap` and `gatehouse vault unwrap`. */
export function addWrapCommands(vault: Command): void {
  vault
    .command("wrap")
    .description("Encrypt keys.json with the passphrase from the settings")
    .option(
      "--passphrase-file <file>",
      "wrap it by the passphrase of this file, which then takes the other one's place",
    )
    .addHelpText("after", help)
    .action(async ({ passphraseFile }: { passphraseFile?: string }) => {
      const { wrapRing } = await import("#operations/vault/wrap-ring.ts");
      const input = passphraseFile === undefined ? {} : { passphraseFile: resolve(passphraseFile) };
      const { origin } = await onService(wrapRing, input);
      console.log(`wrapped  by the passphrase from ${origin}`);
      if (passphraseFile === undefined) return;
      console.log("Put that passphrase now where the settings look for it: without it nothing starts.");
    });
  vault
    .command("unwrap")
    .description("Decrypt keys.json, so that no passphrase is needed")
    .action(async () => {
      const { unwrapRing } = await import("#operations/vault/unwrap-ring.ts");
      await onService(unwrapRing, {});
      console.log("clear    no passphrase is needed to open the key ring");
    });
}

const help = `
The settings GATEHOUSE_KEY_RING_PASSPHRASE_FILE and …_COMMAND say where the passphrase is: set one of them and restart the service first.
Older copies and backups of keys.json stay as they are. A lost passphrase is lost with all secrets: docs/vault.md.

Examples:
  gatehouse vault wrap
  gatehouse vault wrap --passphrase-file /mnt/usb/new-passphrase
`;
