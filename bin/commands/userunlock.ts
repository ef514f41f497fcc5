import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { type CallOperation, withService } from "../with-service.ts";

const all = new Set(["-all", "--all"]);
const pageSize = 200;

/** Adds `gatehouse userunlock`, which lifts locks on this installation or, with `--url`, at a remote service. */
export function addUserUnlockCommand(program: Command): void {
  program
    .command("userunlock")
    .description("Unlock a user or all users")
    .usage("<id> | -all")
    .argument("<who>", "id of the user; -all = every locked user")
    // The specification writes -all with one hyphen, which the parser does not accept as an option.
    .allowUnknownOption()
    .addHelpText(
      "after",
      "\nA disabled user stays disabled.\n\nExamples:\n  gatehouse userunlock anna\n  gatehouse userunlock -all\n",
    )
    .action(async (who: string) => {
      if (who.startsWith("-") && !all.has(who))
        throw new CliError(`'${who}' is not an option. Name a user, or -all.`, ExitCode.Usage);
      console.log(await withService(({ call }) => unlock(call, who)));
    });
}

async function unlock(call: CallOperation, who: string): Promise<string> {
  const { listLockedUsers, unlockUser } = await import("#operations/identity/unlock-user.ts");
  if (!all.has(who)) {
    const { unlocked } = await call(unlockUser, { id: who });
    return unlocked ? `${who} is unlocked.` : `${who} was not locked.`;
  }
  let count = 0;
  for (let after: string | undefined = ""; after !== undefined;) {
    const ids: readonly string[] = await call(listLockedUsers, { after, limit: pageSize });
    for (const id of ids) await call(unlockUser, { id });
    count += ids.length;
    after = ids.length < pageSize ? undefined : ids.at(-1);
  }
  return `${count} user(s) unlocked.`;
}
