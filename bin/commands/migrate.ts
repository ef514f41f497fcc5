import type { Command } from "commander";

import { CliError } from "../cli-error.ts";

/** Adds `gatehouse migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("Brings the database's schema up to date; changes nothing when it is.")
    .option("--check", "change nothing; say what is missing, and fail if anything is")
    .addHelpText(
      "after",
      "\nExamples:\n  gatehouse migrate\n  DATABASE_URL=mariadb://gatehouse:…@db.example:3306/gatehouse gatehouse migrate --check\n",
    )
    .action(async ({ check }: { check?: boolean }) => {
      const { readSettings } = await import("#platform/settings.ts");
      const { migrate, migrationState } = await import("#store/migrate.ts");
      const { databaseUrl } = readSettings();
      if (!check) {
        const ran = await migrate({ databaseUrl });
        for (const name of ran) console.log(`ran      ${name}`);
        console.log(
          ran.length === 0 ? "The schema is up to date." : `The schema is up to date; ${ran.length} change(s) ran.`,
        );
        return;
      }
      const { pending, problems } = await migrationState({ databaseUrl });
      for (const name of pending) console.log(`missing  ${name}`);
      for (const problem of problems) console.log(`problem  ${problem}`);
      if (problems.length > 0)
        throw new CliError(`The database server has ${problems.length} problem(s), named above.`);
      if (pending.length > 0)
        throw new CliError(`${pending.length} change(s) of the schema are missing. Run 'gatehouse migrate'.`);
      console.log("The database is ready.");
    });
}
