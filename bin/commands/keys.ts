import type { Command } from "commander";

import { rowLine } from "../row-line.ts";
import { onService } from "../with-service.ts";

/** Adds `gatehouse keys list | rotate`, which work on this installation's database. */
export function addKeysCommand(program: Command): void {
  const keys = program
    .command("keys")
    .description("List and rotate the keys that sign tokens")
    .addHelpText("after", help);
  keys
    .command("list")
    .description("List signing keys: status, ID, publication time")
    .action(async () => {
      const { listKeys } = await import("#operations/identity/list-keys.ts");
      const rows = await onService(listKeys, {});
      for (const { state, kid, createdAt } of rows)
        console.log(rowLine([state.padEnd(7), kid, new Date(createdAt).toISOString()]));
    });
  keys
    .command("rotate")
    .description("Rotate the signing key (issued tokens stay valid)")
    .option("--now", "do not wait until everybody can know the next key (10 minutes after it was published)")
    .option("--discard", "delete the key that signed until now, with all tokens that it signed: it became known")
    .action(async ({ now = false, discard = false }: { now?: boolean; discard?: boolean }) => {
      const { rotateKeys } = await import("#operations/identity/rotate-keys.ts");
      const input = { when: now || discard ? "now" : "published", discard };
      const { active, removed } = await onService(rotateKeys, input);
      console.log(
        active === undefined
          ? "A next key is published. Rotate again in 10 minutes, when everybody can know it."
          : `signs    ${active}`,
      );
      for (const kid of removed) console.log(`deleted  ${kid}`);
    });
}

const help = `
A key is published first (next), then it signs (active), then it only verifies (retired), and after an hour the next rotation or
daily clean-up deletes it. Every process learns of a change within a second.

Examples:
  gatehouse keys list
  gatehouse keys rotate
  gatehouse keys rotate --discard     # the key has become known: every token that it signed is refused at once
`;
