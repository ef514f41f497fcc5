import { resolve } from "node:path";

import type { Command } from "commander";

import type { BackupFacts } from "#store/backup.ts";

import { CliError } from "../cli-error.ts";
import { onService } from "../with-service.ts";

/** Adds `gatehouse backup` and `gatehouse restore`. */
export function addBackupCommands(program: Command): void {
  program
    .command("backup")
    .description("Back up the database and the key ring to one file (the service can be running)")
    .argument("<file>", "the file to write; one that is there is not replaced")
    .option("--check", "write nothing; open the file and say whether it is a whole backup")
    .addHelpText("after", backupHelp)
    .action(async (file: string, { check = false }: { check?: boolean }) => {
      const { readBackup } = await import("#store/backup.ts");
      const facts = check ? readBackup(resolve(file)) : await backup(resolve(file));
      tell(check ? "is whole" : "written", file, facts);
    });
  program
    .command("restore")
    .description(
      "Restore the database and the key ring of a backup to an empty data folder (the service must be stopped)",
    )
    .argument("<file>", "a file that gatehouse backup has written")
    .addHelpText("after", restoreHelp)
    .action(async (file: string) => {
      const facts = await restore(resolve(file));
      tell("restored", file, facts);
      console.log(
        "Start the service: it verifies all managed passwords, and looks on the targets for what was under way. Run 'gatehouse audit verify' first if you doubt the backup.",
      );
    });
  program
    .command("restored")
    .description(
      "Record that the database server was restored from a dump: managed passwords become uncertain, and open operations check their target systems first (run it before the service starts)",
    )
    .addHelpText("after", restoredHelp)
    .action(async () => {
      const { noteRestore } = await import("#operations/setup/note-restore.ts");
      const noted = await onService(noteRestore, { asked: true });
      console.log(`Uncertain until verified: ${noted?.accounts ?? 0} managed account(s).`);
      console.log(`Looked at on their targets first: ${noted?.operations ?? 0} open operation(s).`);
    });
}

async function backup(file: string): Promise<BackupFacts> {
  const { writeBackup } = await import("#store/backup.ts");
  const { softwareVersion } = await import("#domain/proxies/software-version.ts");
  const { database, dataFolder } = await ownFiles();
  const madeAt = new Date().toISOString();
  return writeBackup({ database, dataFolder, softwareVersion, madeAt }, file);
}

async function restore(file: string): Promise<BackupFacts> {
  const { restoreBackup } = await import("#store/backup.ts");
  const { claimDataFolder } = await import("../up/single-start.ts");
  const own = await ownFiles();
  const release = await claimDataFolder(own.dataFolder);
  try {
    return restoreBackup(file, { ...own, now: Date.now() });
  } finally {
    release();
  }
}

async function ownFiles(): Promise<{ database: string; dataFolder: string }> {
  const { readSettings } = await import("#platform/settings/settings.ts");
  const { parseDatabaseUrl } = await import("#store/database-url.ts");
  const { sayInstallation } = await import("../installation-line.ts");
  const { databaseUrl, dataFolder } = readSettings();
  const address = parseDatabaseUrl(databaseUrl);
  if (address.dialect === "sqlite") {
    sayInstallation({ databaseUrl, dataFolder });
    return { database: resolve(address.file), dataFolder };
  }
  throw new CliError(
    "This command is for SQLite. Back a database server up with its own tool (mariadb-dump --single-transaction) and keep keys.json of the data folder with it: docs/backup.md.",
  );
}

function tell(what: string, file: string, { madeAt, softwareVersion, migrations, bytes }: BackupFacts): void {
  console.log(`${what.padEnd(10)} ${file}, ${bytes} bytes`);
  console.log(`made       ${madeAt} by version ${softwareVersion}, schema ${migrations.at(-1) ?? "none"}`);
}

const backupHelp = `
The file holds the key ring too: who has it can open every secret. It is written for its owner alone; keep it so.

Examples:
  gatehouse backup /mnt/safe/gatehouse-2030-01-31.backup
  gatehouse backup --check /mnt/safe/gatehouse-2030-01-31.backup
`;

const restoredHelp = `
Example:
  mariadb gatehouse < gatehouse.sql && gatehouse migrate && gatehouse restored
`;

const restoreHelp = `
Example:
  GATEHOUSE_DATA=/var/lib/gatehouse gatehouse restore /mnt/safe/gatehouse-2030-01-31.backup
`;
