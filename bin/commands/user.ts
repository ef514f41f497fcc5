import type { Command } from "commander";

import type { PlannedPerson } from "#domain/identity/people-plan.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { readText } from "../read-text.ts";
import { faultLine } from "../row-faults.ts";
import { onService, withService } from "../with-service.ts";
import { addUserClassCommands } from "./user-class.ts";
import { addUserStayCommands, keyOf, timeOrNone } from "./user-stay.ts";

/**
 * Adds `gatehouse user add | import | disable | enable | link | update | leave | extend | class …`, which act on this installation or, with `--url`, on a
 * remote service.
 */
export function addUserCommand(program: Command): void {
  const user = program.command("user").description("Manage users and user classes").addHelpText("after", examples);
  user
    .command("add")
    .description("Add a user without a password and print the key")
    .argument("<id>", "the name by which the person signs in")
    .option("--name <text>", "the name that people are shown")
    .option("--manager <id>", "id of the manager")
    .option("--mail <address>", "the mail address for notices")
    .option("--time-zone <name>", "by whose clocks the person works, such as Europe/Berlin")
    .option("--calendar <name>", "by which the person works, a name in WORKING_CALENDARS")
    .option("--starts <time>", "the start, such as 2030-07-01T08:00:00Z")
    .option("--ends <time>", "the end, such as 2030-12-31T18:00:00Z")
    .option("--sponsor <id>", "id of the sponsor")
    .action(async (id: string, { name: displayName, manager, sponsor, starts, ends, ...others }: AddOptions) => {
      const { createUser } = await import("#operations/users/change-users.ts");
      const { key } = await withService(async ({ call }) => {
        const managerKey = manager === undefined ? undefined : await keyOf(call, manager);
        const sponsorKey = sponsor === undefined ? undefined : await keyOf(call, sponsor);
        const [startsAt, endsAt] = [timeOrNone(starts), timeOrNone(ends)];
        return call(createUser, { id, displayName, managerKey, sponsorKey, startsAt, endsAt, ...others });
      });
      console.log(key);
    });
  addImport(user);
  user
    .command("disable")
    .description("Disable a user and end all sessions")
    .argument("<id>", "id of the user")
    .action(async (id: string) => {
      const { disableUser } = await import("#operations/users/set-disabled.ts");
      await withService(async ({ call }) => call(disableUser, { key: await keyOf(call, id) }));
      console.log(`${id} is disabled.`);
    });
  user
    .command("enable")
    .description("Enable a user")
    .argument("<id>", "id of the user")
    .action(async (id: string) => {
      const { enableUser } = await import("#operations/users/set-disabled.ts");
      await withService(async ({ call }) => call(enableUser, { key: await keyOf(call, id) }));
      console.log(`${id} is enabled.`);
    });
  user
    .command("link")
    .description("Create a one-time password link for a user (an earlier link becomes invalid)")
    .argument("<id>", "id of the user")
    .action(async (id: string) => {
      const { issuePasswordLink } = await import("#operations/users/issue-password-link.ts");
      const { link, expiresAt } = await withService(async ({ call }) =>
        call(issuePasswordLink, { key: await keyOf(call, id) }),
      );
      // Only the link goes to standard output, so that it can be piped to its destination.
      console.error(`The link for '${id}', good once and until ${new Date(expiresAt).toISOString()}:`);
      console.log(link.use((text) => text));
    });
  addUserStayCommands(user);
  addUserClassCommands(user);
}

interface AddOptions {
  readonly name?: string;
  readonly manager?: string;
  readonly mail?: string;
  readonly timeZone?: string;
  readonly calendar?: string;
  readonly starts?: string;
  readonly ends?: string;
  readonly sponsor?: string;
}

const examples = `
A file is one that a spreadsheet saves as CSV UTF-8, or as text with tabs in Unicode: commas, semicolons or tabs stand between values. Its first
line names the columns: id, and those of displayName, manager (an id), mail, timeZone, calendar, startsAt, endsAt and sponsor (an id) that are to be said. Who is not known is added, who is known is changed where the row says something else, and
an empty value takes away. Who is to sign in needs a password (link) and, by default, the class _EXPLICIT_REST_API_USERS_.

Examples:
  gatehouse user add anna --name "Anna Abel" --manager ben --mail anna@example.org --time-zone Europe/Berlin
  gatehouse user import people.csv --trial
  gatehouse user import people.csv --keep-going
  gatehouse user link anna
  gatehouse user class member add _EXPLICIT_REST_API_USERS_ anna
  gatehouse user update anna --ends 2030-12-31T18:00:00Z --sponsor ben
  gatehouse user extend anna --until 2031-03-31T18:00:00Z
  gatehouse user leave anna
  gatehouse user disable anna
  gatehouse user enable anna
`;

interface ImportOptions {
  readonly trial?: true;
  readonly keepGoing?: boolean;
}

function addImport(user: Command): void {
  user
    .command("import")
    .description("Add and update users from a file (nothing is saved if a row is invalid)")
    .argument("<file>", "the file; '-' = standard input")
    .option("--trial", "say what would become of each row; write nothing")
    .option("--keep-going", "take the rows that can be taken")
    .action(async (file: string, { trial, keepGoing = false }: ImportOptions) => {
      const { countsOf, importPeople, trialImport } = await import("#operations/users/import-people.ts");
      const text = readText(file);
      const done = await (trial ? onService(trialImport, { text }) : onService(importPeople, { text, keepGoing }));
      if (trial) for (const person of done.people) console.log(lineOf(person));
      for (const fault of done.faults) console.error(faultLine(fault));
      console.log(`${countsOf(done)}.${done.written ? "" : " Nothing was written."}`);
      if (done.faults.length === 0) return;
      const wayOut = done.written ? "Import them again." : "Import the file again, or add --keep-going.";
      throw new CliError(`Rows cannot be taken. Correct them. ${wayOut}`, ExitCode.Failed);
    });
}

function lineOf({ line, id, does, changes }: PlannedPerson): string {
  const columns = Object.keys(changes).map((name) => name.replace(/^(manager|sponsor)Key$/, "$1"));
  return `line ${line}: ${does} ${id}${columns.length === 0 ? "" : ` (${columns.join(", ")})`}`;
}
