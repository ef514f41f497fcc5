import type { Command } from "commander";

import { readText } from "../read-text.ts";
import { onThisMachine } from "../with-service.ts";

interface InstallOptions {
  readonly superuser: string;
  readonly passwordFile?: string;
}

/** Adds `gatehouse install`, which prepares an installation of separate processes as `gatehouse up` does by itself. */
export function addInstallCommand(program: Command): void {
  program
    .command("install")
    .description(
      "Fill a migrated database with the initial data and create the first superuser (an existing one is kept)",
    )
    .option("--superuser <id>", "the id of the first superuser", "admin")
    .option(
      "--password-file <file>",
      "a file with the password of the first superuser, '-' for standard input; without it one is made and shown this once",
    )
    .addHelpText("after", examples)
    .action(async (options: InstallOptions) => {
      const { Secret } = await import("#connectors/contract/index.ts");
      const { install } = await import("#operations/setup/install.ts");
      const { createFirstSuperuser } = await import("../first-superuser.ts");
      const { passwordFile: file, superuser: id } = options;
      const told = file === undefined ? undefined : readText(file, "password file").replace(/\r?\n$/, "");
      await onThisMachine(async ({ here: { context, caller }, call }) => {
        await call(install, {});
        const wanted = { id, ...(told !== undefined && { password: new Secret(told) }) };
        const superuser = await createFirstSuperuser(context, caller, wanted);
        if (superuser === undefined) {
          console.log("The installation is ready. A superuser exists, who was left alone.");
          return;
        }
        console.log(`The installation is ready. The superuser is '${id}'.`);
        if (told === undefined)
          superuser.password.use((text) => console.log(`Password: ${text}\nIt is shown this once; write it down.`));
      });
    });
}

const examples = `
Examples:
  gatehouse migrate && gatehouse install
  gatehouse install --superuser anna --password-file anna.txt
`;
