import type { Command } from "commander";

import { wholeNumber } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { onService, withService } from "../with-service.ts";

/** Adds `gatehouse mail test | status | list | resend`, which work on this installation's database. */
export function addMailCommand(program: Command): void {
  const mail = program
    .command("mail")
    .description("Test the mail server, and list and resend emails")
    .addHelpText("after", help);
  mail
    .command("test")
    .description("Send a test email and print the answer of the mail server")
    .argument("<address>", "the address to which it is sent")
    .action(async (address: string) => {
      const { testMail } = await import("#operations/notices/test-mail.ts");
      const { server, answer } = await onService(testMail, { address });
      console.log(`${server} has taken the mail: ${answer}`);
    });
  mail
    .command("status")
    .description("Show the status of the mail server, with waiting and failed emails")
    .action(async () => {
      const { showMailStatus } = await import("#operations/notices/read-mails.ts");
      const { server, outage, deliveredAt, ...counts } = await onService(showMailStatus, {});
      const { ungathered, waiting, dead, withoutAddress } = counts;
      console.log(`server           ${server ?? "none (SMTP_HOST)"}`);
      console.log(`waiting          ${waiting} ${waiting === 1 ? "mail" : "mails"}, ${ungathered} notices in none yet`);
      console.log(`given up         ${dead}`);
      console.log(`without address  ${withoutAddress} notices`);
      console.log(`last taken       ${deliveredAt === null ? "never" : timeOf(deliveredAt)}`);
      if (outage === null) return;
      console.log(`failing since    ${timeOf(outage.failingSince ?? 0)}; tried again ${timeOf(outage.nextTryAt)}`);
      console.log(`                 ${outage.lastError ?? ""}`);
    });
  mail
    .command("list")
    .description("List emails, latest attempt first: key, status, attempts, recipient, answer of the server")
    .option("--state <state>", "waiting, sent or dead")
    .option("--limit <count>", "how many at most (100)", wholeNumber)
    .action(async (options: { state?: string; limit?: number }) => {
      const { listMails } = await import("#operations/notices/read-mails.ts");
      for (const { key, state, tries, person, lastError } of await onService(listMails, options)) {
        const cells = [key, state.padEnd(7), `${tries} tries`, person?.id ?? "(gone)", lastError ?? ""];
        console.log(rowLine(cells));
      }
    });
  mail
    .command("resend")
    .description("Resend one email or all failed emails, with the same Message-ID")
    .argument("[key]", "key of one mail, in whatever state")
    .action(async (key: string | undefined) => {
      const { resendMail } = await import("#operations/notices/resend-mail.ts");
      const count = await withService(async ({ call }) => {
        for (let sum = 0; ;) {
          const round = await call(resendMail, { key });
          sum += round.count;
          if (!round.left) return sum;
        }
      });
      console.log(`${count} ${count === 1 ? "mail waits" : "mails wait"} to be sent again.`);
    });
}

const timeOf = (ms: number) => new Date(ms).toISOString();

const help = `
docs/notices.md says how a mail server is set, and what the texts of mails are.

Examples:
  gatehouse mail test anna@example.org
  gatehouse mail status
  gatehouse mail list --state dead
  gatehouse mail resend              # all that were given up
`;
