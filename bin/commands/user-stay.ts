import type { Command } from "commander";

import { type CallOperation, withService } from "../with-service.ts";

/** Adds `update | leave | extend` to `gatehouse user`. */
export function addUserStayCommands(user: Command): void {
  user
    .command("update")
    .description("Update the start, the end, the sponsor or the manager of a user")
    .argument("<id>", "id of the user")
    .option("--starts <time>", "the start, such as 2030-07-01T08:00:00Z; '' = has started")
    .option("--ends <time>", "the end; '' = none")
    .option("--sponsor <id>", "id of the sponsor; '' = none")
    .option("--manager <id>", "id of the manager; '' = none")
    .action(async (id: string, options: UpdateOptions) => {
      const { updateUser } = await import("#operations/users/change-users.ts");
      await withService(async ({ call }) => {
        const sponsorKey = await keyOrNone(call, options.sponsor);
        const managerKey = await keyOrNone(call, options.manager);
        const [startsAt, endsAt] = [timeOrNone(options.starts), timeOrNone(options.ends)];
        await call(updateUser, { key: await keyOf(call, id), startsAt, endsAt, sponsorKey, managerKey });
      });
      console.log(`${id} is changed.`);
    });
  user
    .command("leave")
    .description("Let a user leave, now or at a time")
    .argument("<id>", "id of the user")
    .option("--at <time>", "the end, such as 2030-07-31T18:00:00Z; without it now")
    .action(async (id: string, { at: endsAt }: { at?: string }) => {
      const { leave } = await import("#operations/users/leave.ts");
      const { left } = await withService(async ({ call }) => call(leave, { key: await keyOf(call, id), endsAt }));
      console.log(left ? `${id} has left.` : `${id} leaves at ${endsAt}.`);
    });
  user
    .command("extend")
    .description("Extend the end of a user")
    .argument("<id>", "id of the user")
    .requiredOption("--until <time>", "the new end, later than the present one")
    .action(async (id: string, { until: endsAt }: { until: string }) => {
      const { extend } = await import("#operations/users/extend.ts");
      await withService(async ({ call }) => call(extend, { key: await keyOf(call, id), endsAt }));
      console.log(`${id} stays until ${endsAt}.`);
    });
}

interface UpdateOptions {
  readonly starts?: string;
  readonly ends?: string;
  readonly sponsor?: string;
  readonly manager?: string;
}

/** Returns a time as an operation takes it; null for an empty text. */
export function timeOrNone(text: string | undefined): string | null | undefined {
  return text === "" ? null : text;
}

/** Returns the key of the user with an ID. */
export async function keyOf(call: CallOperation, id: string): Promise<string> {
  const { findUser } = await import("#operations/users/find-user.ts");
  return (await call(findUser, { id })).key;
}

async function keyOrNone(call: CallOperation, id: string | undefined): Promise<string | null | undefined> {
  if (id === undefined) return undefined;
  return id === "" ? null : keyOf(call, id);
}
