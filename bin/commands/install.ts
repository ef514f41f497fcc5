import type { Command } from "commander";

import { readText } from "../read-text.ts";
import { withService } from "../with-service.ts";

interface InstallOptions {
  readonly superuser: string;
  readonly passwordFile?: string;
}

const passwordBytes = 15;

/** Adds `gatehouse install`, which makes an installation of parts ready: what `gatehouse up` does by itself. */
export function addInstallCommand(program: Command): void {
  program
    .command("install")
    .description(
      "Writes what every installation starts with into a database that 'gatehouse migrate' has brought up to date, and creates the first superuser; where there is one, it stays.",
    )
    .option("--superuser <id>", "the id of the first superuser", "admin")
    .option(
      "--password-file <file>",
      "a file with the password of the first superuser, '-' for standard input; without it one is made and shown this once",
    )
    .addHelpText("after", examples)
    .action(async (options: InstallOptions) => {
      const { Secret } = await import("#connectors/contract/index.ts");
      const { createSuperuser } = await import("#operations/setup/create-superuser.ts");
      const { install } = await import("#operations/setup/install.ts");
      const { passwordFile: file, superuser: id } = options;
      const told = file === undefined ? undefined : readText(file, "password file").replace(/\r?\n$/, "");
      await withService(async ({ context, call }) => {
        await call(install, {});
        if ((await context.store.count("users", { superuser: true })) > 0) {
          console.log("The installation is ready. A superuser exists, who was left alone.");
          return;
        }
        const password = new Secret(told ?? context.ids.token(passwordBytes));
        await call(createSuperuser, { id, password });
        console.log(`The installation is ready. The superuser is '${id}'.`);
        if (told === undefined)
          password.use((text) => console.log(`Password: ${text}\nIt is shown this once; write it down.`));
      });
    });
}

const examples = `
Examples:
  gatehouse migrate && gatehouse install
  gatehouse install --superuser anna --password-file anna.txt
`;
