import { userInfo } from "node:os";

import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";

const all = new Set(["-all", "--all"]);
const pageSize = 200;

/** Adds `gatehouse userunlock`, which lifts locks on the database of this installation. */
export function addUserUnlockCommand(program: Command): void {
  program
    .command("userunlock")
    .description("Lifts the lock of a user, or of all users, without waiting for LOCKOUT_DURATION.")
    .usage("<id> | -all")
    .argument("<who>", "id of the user; -all = every locked user")
    // The specification writes -all with one hyphen, which is no option to the parser.
    .allowUnknownOption()
    .addHelpText(
      "after",
      "\nA disabled user stays disabled.\n\nExamples:\n  gatehouse userunlock anna\n  gatehouse userunlock -all\n",
    )
    .action(async (who: string) => {
      if (who.startsWith("-") && !all.has(who))
        throw new CliError(`'${who}' is not an option. Name a user, or -all.`, ExitCode.Usage);
      console.log(await unlock(who));
    });
}

async function unlock(who: string): Promise<string> {
  const { readSettings } = await import("#platform/settings.ts");
  const { invoke } = await import("#operations/invoke.ts");
  const { listLockedUsers, unlockUser } = await import("#operations/identity/unlock-user.ts");
  const { composeService } = await import("../compose.ts");
  const { engineCaller } = await import("../engine-caller.ts");
  const service = await composeService(readSettings(), "cli", { dispatch: "none" });
  const caller = engineCaller(`cli:${userInfo().username}`);
  const unlockOne = (id: string) => invoke(unlockUser, service.context, caller, { id });
  try {
    if (!all.has(who)) return (await unlockOne(who)).unlocked ? `${who} is unlocked.` : `${who} was not locked.`;
    let count = 0;
    for (let after: string | undefined = ""; after !== undefined;) {
      const ids: readonly string[] = await invoke(listLockedUsers, service.context, caller, { after, limit: pageSize });
      for (const id of ids) await unlockOne(id);
      count += ids.length;
      after = ids.length < pageSize ? undefined : ids.at(-1);
    }
    return `${count} user(s) unlocked.`;
  } finally {
    await service.close();
  }
}
