import type { Command } from "commander";

import type { FoundMember, ListedClass, ShownClass } from "#operations/user-classes/read-user-classes.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { type CallOperation, onService, withService } from "../with-service.ts";

/** Adds `class list | show | trial | add | update | remove | member add | member remove` to `gatehouse user`. */
export function addUserClassCommands(user: Command): void {
  const userClass = user.command("class").description("Manage user classes").addHelpText("after", examples);
  addReading(userClass);
  addTrial(userClass);
  addChanging(userClass);
  addMembers(
    userClass
      .command("member")
      .description("Add and remove members of a user class")
      .addHelpText("after", memberExamples),
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
    .description("List user classes: ID, stored members, description, condition")
    .action(async () => {
      const { listUserClasses } = await import("#operations/user-classes/read-user-classes.ts");
      for (const one of await onService(listUserClasses, {})) console.log(lineOf(one));
    });
  userClass
    .command("show")
    .description("Show a user class with its members: ID, display name, added manually or by the condition")
    .argument("<id>", "id of the class")
    .action(async (id: string) => {
      const { showUserClass } = await import("#operations/user-classes/read-user-classes.ts");
      console.log(textOf(await onService(showUserClass, { id })));
    });
}

function lineOf({ id, members, description, condition }: ListedClass): string {
  return rowLine([id, String(members), description, ...(condition === null ? [] : [condition])]);
}

function textOf({ id, description, condition, passwordPolicyId, members, first }: ShownClass): string {
  const others = members - first.length;
  return [
    `${id}: ${description}`,
    `Condition: ${condition ?? "none"}`,
    ...(passwordPolicyId === null ? [] : [`Further password policy: ${passwordPolicyId}`]),
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
    .description("Show the users that match a condition (nothing is saved)")
    .argument("<condition>", "a $filter on users")
    .option("--people <number>", "how many to name", wholeNumber)
    .action(async (condition: string, { people: peopleMax }: { people?: number }) => {
      const { trialCondition } = await import("#operations/user-classes/trial-condition.ts");
      const { users, people } = await onService(trialCondition, { condition, peopleMax });
      for (const { id, displayName } of people) console.log(rowLine([id, displayName ?? ""]));
      console.log(`${users} user(s) would be members. Nothing was changed.`);
    });
}

const forceWords = "accept a condition on facts that others than superusers can write";

interface UpdateOptions {
  readonly description?: string;
  readonly condition?: string;
  readonly passwordPolicy?: string;
  readonly force?: true;
}

function addChanging(userClass: Command): void {
  userClass
    .command("add")
    .description("Add a user class")
    .argument("<id>", "id of the class")
    .requiredOption("--description <text>", "who is meant")
    .option("--condition <filter>", "which users belong to it; without it those who are named by hand")
    .option("--password-policy <id>", "further password policy of its members; without it none")
    .option("--force", forceWords)
    .action(async (id: string, { passwordPolicy: passwordPolicyId, ...parts }: UpdateOptions) => {
      const { addUserClass } = await import("#operations/user-classes/change-user-classes.ts");
      await onService(addUserClass, { id, ...parts, passwordPolicyId });
      console.log(`The user class '${id}' is added.`);
    });
  userClass
    .command("update")
    .description("Update a user class (members that were added manually are kept)")
    .argument("<id>", "id of the class")
    .option("--description <text>", "who is meant")
    .option("--condition <filter>", "which users belong to it; '' = those who are named by hand")
    .option("--password-policy <id>", "further password policy of its members; '' = none")
    .option("--force", forceWords)
    .action(async (id: string, { description, condition, passwordPolicy, force }: UpdateOptions) => {
      if (description === undefined && condition === undefined && passwordPolicy === undefined)
        throw new CliError(
          "Say what is to be changed: --description, --condition or --password-policy.",
          ExitCode.Usage,
        );
      const { updateUserClass } = await import("#operations/user-classes/change-user-classes.ts");
      const passwordPolicyId = passwordPolicy === "" ? null : passwordPolicy;
      const changes = { description, condition: condition === "" ? null : condition, passwordPolicyId, force };
      await onService(updateUserClass, { key: id, ...changes });
      console.log(`The user class '${id}' is changed.`);
    });
  userClass
    .command("remove")
    .description("Remove a user class that is not in use")
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
    .description("Add a member to a user class")
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
    .description("Remove a member that was added manually")
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
