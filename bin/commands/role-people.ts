import type { Command } from "commander";

import { momentOf } from "../moment-option.ts";
import { onService, withService } from "../with-service.ts";
import { keyOf } from "./user-stay.ts";

interface AssignOptions {
  readonly person: string;
  readonly exclude?: true;
  readonly reason: string;
  readonly until?: string;
}

/** Adds `assign | end-assignment | owners` to `gatehouse role`. */
export function addRolePeople(role: Command): void {
  role
    .command("assign")
    .description("Name a person as a member of a role, or exclude one from it; the membership follows by itself")
    .argument("<key>", "key of the role")
    .requiredOption("--person <id>", "id of the person")
    .requiredOption("--reason <text>", "reason of the assignment")
    .option("--exclude", "never a member, whatever the condition and requests say")
    .option("--until <time>", "end of the assignment, such as 2030-01-31")
    .action(async (roleKey: string, { person, exclude, reason, until }: AssignOptions) => {
      const { assignRole } = await import("#operations/roles/change-assignments.ts");
      const because = exclude === true ? "excluded" : "named";
      const end = until === undefined ? null : momentOf("--until", until, "end");
      await withService(async ({ call }) => {
        const userKey = await keyOf(call, person);
        const { key } = await call(assignRole, { roleKey, userKey, because, reason, until: end });
        console.log(key);
      });
    });
  role
    .command("end-assignment")
    .description("End an assignment of a role")
    .argument("<key>", "key of the role")
    .argument("<assignment>", "key of the assignment, as 'gatehouse role show' prints it")
    .action(async (roleKey: string, key: string) => {
      const { endAssignment } = await import("#operations/roles/change-assignments.ts");
      await onService(endAssignment, { roleKey, key });
      console.log(`Assignment '${key}' ended.`);
    });
  role
    .command("owners")
    .description("Set the owners of a role, who prepare its versions")
    .argument("<key>", "key of the role")
    .argument("[people...]", "ids of the owners; none to have no owner")
    .action(async (key: string, people: readonly string[]) => {
      const { setRoleOwners } = await import("#operations/roles/change-owners.ts");
      await withService(async ({ call }) => {
        const userKeys: string[] = [];
        for (const id of people) userKeys.push(await keyOf(call, id));
        const { owners } = await call(setRoleOwners, { key, userKeys });
        console.log(`Role '${key}' has ${owners} owners.`);
      });
    });
}
