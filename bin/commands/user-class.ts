import type { Command } from "commander";

import type { FoundMember, ListedClass, ShownClass } from "#operations/user-classes/read-user-classes.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { type CallOperation, onService, withService } from "../with-service.ts";

/** Adds `class list | show | trial | add | update | remove | member add | member remove` to `gatehouse user`. */
export function addUserClassCommands(user: Command): void {
  const userClass = user
    .command("class")
    .description("Manages the classes by which policies, authorization phases and other classes name people.")
    .addHelpText("after", examples);
  addReading(userClass);
  addTrial(userClass);
  addChanging(userClass);
  addMembers(
    userClass.command("member").description("Names members of a class by hand.").addHelpText("after", memberExamples),
  );
}

const examples = `
Members are named by hand or chosen by a condition on users, in the language of $filter; those whom a condition chooses come and go
as people change. docs/user-classes.md says what a condition may ask.

Examples:
  gatehouse user class add IT --description "IT department" \\
    --condition "attributes/any(a:a/name eq 'department' and a/value eq 'IT') and disabled eq false"
  gatehouse user class trial "startswith(id,'adm_')" --people 20
  gatehouse user class show IT
`;

const memberExamples = `
Examples:
  gatehouse user class member add _HELP_DESK_ anna
  gatehouse user class member remove _HELP_DESK_ anna
`;

function addReading(userClass: Command): void {
  userClass
    .command("list")
    .description("Lists the classes: id, stored members, description, condition.")
    .action(async () => {
      const { listUserClasses } = await import("#operations/user-classes/read-user-classes.ts");
      for (const one of await onService(listUserClasses, {})) console.log(lineOf(one));
    });
  userClass
    .command("show")
    .description("Shows a class with its members: id, displayed name, by hand or by the condition.")
    .argument("<id>", "id of the class")
    .action(async (id: string) => {
      const { showUserClass } = await import("#operations/user-classes/read-user-classes.ts");
      console.log(textOf(await onService(showUserClass, { id })));
    });
}

function lineOf({ id, members, description, condition }: ListedClass): string {
  return rowLine([id, String(members), description, ...(condition === null ? [] : [condition])]);
}

function textOf({ id, description, condition, members, first }: ShownClass): string {
  const others = members - first.length;
  return [
    `${id}: ${description}`,
    `Condition: ${condition ?? "none"}`,
    `Members: ${members}`,
    ...first.map(({ id: userId, displayName, byCondition }) =>
      rowLine([`  ${userId}`, displayName ?? "", byCondition ? "by the condition" : "by hand"]),
    ),
    ...(others > 0 ? [`  and ${others} more`] : []),
  ].join("\n");
}

function addTrial(userClass: Command): void {
  userClass
    .command("trial")
    .description("Says whom a condition would choose now; writes nothing.")
    .argument("<condition>", "a $filter on users")
    .option("--people <number>", "how many to name", wholeNumber)
    .action(async (condition: string, { people: peopleMax }: { people?: number }) => {
      const { trialCondition } = await import("#operations/user-classes/trial-condition.ts");
      const { users, people } = await onService(trialCondition, { condition, peopleMax });
      for (const { id, displayName } of people) console.log(rowLine([id, displayName ?? ""]));
      console.log(`${users} user(s) would be members. Nothing was changed.`);
    });
}

interface UpdateOptions {
  readonly description?: string;
  readonly condition?: string;
}

function addChanging(userClass: Command): void {
  userClass
    .command("add")
    .description("Adds a class; a condition that cannot be bound is refused with the place and the nearest name.")
    .argument("<id>", "id of the class")
    .requiredOption("--description <text>", "who is meant")
    .option("--condition <filter>", "which users belong to it; without it those who are named by hand")
    .action(async (id: string, parts: UpdateOptions) => {
      const { addUserClass } = await import("#operations/user-classes/change-user-classes.ts");
      await onService(addUserClass, { id, ...parts });
      console.log(`The user class '${id}' is added.`);
    });
  userClass
    .command("update")
    .description("Changes a class; a new condition chooses anew, and who was named by hand stays.")
    .argument("<id>", "id of the class")
    .option("--description <text>", "who is meant")
    .option("--condition <filter>", "which users belong to it; '' = those who are named by hand")
    .action(async (id: string, { description, condition }: UpdateOptions) => {
      if (description === undefined && condition === undefined)
        throw new CliError("Say what is to be changed: --description or --condition.", ExitCode.Usage);
      const { updateUserClass } = await import("#operations/user-classes/change-user-classes.ts");
      await onService(updateUserClass, { key: id, description, condition: condition === "" ? null : condition });
      console.log(`The user class '${id}' is changed.`);
    });
  userClass
    .command("remove")
    .description("Removes a class that no policy, phase or other class uses.")
    .argument("<id>", "id of the class")
    .action(async (id: string) => {
      const { removeUserClass } = await import("#operations/user-classes/change-user-classes.ts");
      await onService(removeUserClass, { key: id });
      console.log(`The user class '${id}' is removed.`);
    });
}

function addMembers(member: Command): void {
  member
    .command("add")
    .description("Makes a user a member.")
    .argument("<class>", "id of the class")
    .argument("<user>", "id of the user")
    .action(async (id: string, userId: string) => {
      const { addMember } = await import("#operations/user-classes/change-members.ts");
      await withService(async ({ call }) => {
        const { userKey } = await found(call, id, userId);
        await call(addMember, { userClassId: id, userKey });
      });
      console.log(`${userId} is a member of '${id}'.`);
    });
  member
    .command("remove")
    .description("Takes a user out of a class who is in it by hand.")
    .argument("<class>", "id of the class")
    .argument("<user>", "id of the user")
    .action(async (id: string, userId: string) => {
      const { removeMember } = await import("#operations/user-classes/change-members.ts");
      await withService(async ({ call }) => {
        const { key } = await found(call, id, userId);
        if (key === null) throw new CliError(`${userId} is no member of '${id}'.`);
        await call(removeMember, { userClassId: id, key });
      });
      console.log(`${userId} is no member of '${id}' by hand any more.`);
    });
}

async function found(call: CallOperation, id: string, userId: string): Promise<FoundMember> {
  const { findMember } = await import("#operations/user-classes/read-user-classes.ts");
  return call(findMember, { id, userId });
}
