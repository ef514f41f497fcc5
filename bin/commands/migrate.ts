import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { sayClosed } from "../say-closed.ts";

const sayEveryMs = 3_000;

/** Adds `gatehouse migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("Migrate the schema of the database to the current version")
    .option("--check", "change nothing; say what is missing, and fail if anything is")
    .option("--plan", "change nothing; say what would run, over how many rows and for how long")
    .addHelpText(
      "after",
      "\nExamples:\n  gatehouse migrate\n  DATABASE_URL=mariadb://gatehouse:…@db.example:3306/gatehouse gatehouse migrate --check\n  gatehouse migrate --plan\n" +
        "\nExit codes of --check: 0 ready, 1 something is missing or wrong, 3 the database does not answer.\n",
    )
    .action(async ({ check, plan }: { check?: boolean; plan?: boolean }) => {
      const { readSettings } = await import("#platform/settings/settings.ts");
      const { requireDatabaseFolder } = await import("../compose.ts");
      const { sayInstallation } = await import("../installation-line.ts");
      const settings = readSettings();
      requireDatabaseFolder(settings);
      sayInstallation(settings);
      const { databaseUrl } = settings;
      if (check) await checkAll(databaseUrl);
      else if (plan) await showPlan(databaseUrl);
      else await bringUpToDate(databaseUrl);
    });
}

async function bringUpToDate(databaseUrl: string): Promise<void> {
  const { migrate } = await import("#store/schema/migrate.ts");
  let saidMs = Number.NEGATIVE_INFINITY;
  const ran = await migrate({ databaseUrl }, ({ name, rows }) => {
    if (performance.now() - saidMs < sayEveryMs) return;
    saidMs = performance.now();
    console.log(`fills    ${name}: ${rows} row(s) so far`);
  });
  for (const name of ran) console.log(`ran      ${name}`);
  const counted = ran.length === 0 ? "" : `; ${ran.length} change(s) ran`;
  console.log(`The schema is up to date${counted}.`);
  await sayClosed(databaseUrl);
}

async function showPlan(databaseUrl: string): Promise<void> {
  const { planMigrations } = await import("#store/schema/plan-migrations.ts");
  const plans = await planMigrations({ databaseUrl });
  for (const { name, fills, needs, tables, seconds } of plans) {
    const kind = needs !== undefined ? "takes" : fills ? "fills" : "adds";
    const rows = tables.map((one) => `${one.table} (${one.rows} row(s))`).join(", ");
    const time = seconds === null ? "time not known before" : `about ${Math.ceil(seconds)} s`;
    console.log(`${kind.padEnd(8)} ${name}  ${time}${rows === "" ? "" : `: ${rows}`}`);
    if (needs !== undefined) console.log(`         processes of versions before ${needs} of the schema end first`);
  }
  const known = plans.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  console.log(
    plans.length === 0
      ? "The schema is up to date; nothing would run."
      : `${plans.length} change(s) would run, in about ${Math.max(1, Math.ceil(known))} s. 'fills' goes on beside the service.`,
  );
}

async function checkAll(databaseUrl: string): Promise<void> {
  const { nodeVersionNeeded, nodeVersionProblem } = await import("#platform/processes/node-version.ts");
  const { migrationState } = await import("#store/schema/migration-state.ts");
  const node = process.versions.node;
  const nodeProblem = nodeVersionProblem(node);
  const runtime = { what: "Node", found: node, needed: nodeVersionNeeded, problem: nodeProblem };
  const { pending, findings } = await migrationState({ databaseUrl }).catch((cause: unknown) => {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(
      `The database does not answer: ${words}. Start it, or correct DATABASE_URL.`,
      ExitCode.Unreachable,
      cause,
    );
  });
  const all = [runtime, ...findings];
  for (const { what, found, needed, problem } of all) {
    console.log(`${problem === undefined ? "ok     " : "wrong  "}  ${what} ${found} (needed: ${needed})`);
  }
  for (const name of pending) console.log(`missing  ${name}`);
  const problems = all.flatMap(({ problem }) => problem ?? []);
  for (const problem of problems) console.log(`problem  ${problem}`);
  if (problems.length > 0) throw new CliError(`There are ${problems.length} problem(s), named above.`);
  if (pending.length > 0)
    throw new CliError(`${pending.length} change(s) of the schema are missing. Run 'gatehouse migrate'.`);
  console.log("The database is ready.");
  await sayClosed(databaseUrl);
}
