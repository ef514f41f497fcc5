import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { callCommand } from "../support/commands.ts";
import { type MailReceiver, startMailReceiver } from "../support/mail-receiver.ts";
import { openTestService, type TestService } from "../support/service.ts";

let service: TestService;
let receiver: MailReceiver;

beforeAll(async () => {
  service = await openTestService();
  receiver = await startMailReceiver({ allowInsecureAuth: true });
});
afterAll(async () => {
  await receiver.leave();
  await service.close();
});

const gatehouse = (...command: string[]) =>
  callCommand(command, { env: { GATEHOUSE_DATA: service.folder, DATABASE_URL: service.databaseUrl } });
const set = (name: string, value: string) => gatehouse("settings", "set", name, value);

test("a mail server is set and tried; what it refuses is told in its words", async () => {
  const none = await gatehouse("mail", "test", "anna@example.org");
  expect([none.code, none.output]).toEqual([1, expect.stringContaining("No mail server is configured.")]);
  const file = join(service.folder, "password.txt");
  writeFileSync(file, "Canary-password\n");

  for (const [name, value] of Object.entries({ SMTP_PORT: String(receiver.port), SMTP_TLS: "unencrypted" }))
    expect((await set(name, value)).code).toBe(0);
  const early = await set("SMTP_HOST", "127.0.0.1");
  expect([early.code, early.output]).toEqual([1, expect.stringContaining("SMTP_HOST needs MAIL_FROM")]);
  expect((await set("MAIL_FROM", "gatehouse@example.org")).code).toBe(0);
  expect((await set("SMTP_HOST", "127.0.0.1")).code).toBe(0);
  const typed = await set("SMTP_PASSWORD", "Canary-password");
  expect([typed.code, typed.output]).toEqual([2, expect.stringContaining("use --file")]);
  const stored = await gatehouse("settings", "set", "SMTP_PASSWORD", "--file", file);
  expect([stored.code, stored.output]).toEqual([0, expect.stringContaining("SMTP_PASSWORD  [secret] (stored")]);
  expect((await set("SMTP_USER", "gatehouse")).code).toBe(0);

  const tried = await gatehouse("mail", "test", "anna@example.org");
  expect(tried).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^127\.0\.0\.1:\d+ \(unencrypted\) has taken the mail: 250 /),
  });
  expect(receiver.taken).toMatchObject([{ to: ["anna@example.org"], subject: "A test of Gatehouse" }]);
  expect(receiver.logins).toEqual(["gatehouse"]);
  receiver.answerRecipient(() => ({ code: 550, words: "No such user here" }));
  const refused = await gatehouse("mail", "test", "nobody@example.org");
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining("has not taken the mail: 550 No such user here"),
  ]);
  const wrong = await gatehouse("mail", "test", "Anna <anna@example.org>");
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("must be one mail address")]);
});

test("what waits and what was given up is seen, and sent again", async () => {
  const { store } = service;
  const now = Date.parse("2030-01-01T00:00:00Z");
  const mail = { digest: false, count: 1, dueAt: now, nextTryAt: now, createdAt: now, userKey: "u" };
  await store.transaction(async () => {
    await store.save("users", { key: "u", id: "anna" });
    await store.add("noticeMails", { ...mail, key: "m1", state: "dead", tries: 1, lastError: "550 No such user here" });
    await store.add("noticeMails", { ...mail, key: "m2", state: "waiting" });
    const outage = { failures: 2, failingSince: now, nextTryAt: now, lastError: "connect ECONNREFUSED" };
    await store.add("noticeProgress", { channel: "noticeMail", ...outage });
  });
  expect((await gatehouse("mail", "list", "--state", "dead")).output).toBe(
    "m1  dead     1 tries  anna  550 No such user here\n",
  );
  expect((await gatehouse("mail", "status")).output).toBe(`server           127.0.0.1:${receiver.port} (unencrypted)
waiting          1 mail, 0 notices in none yet
given up         1
without address  0 notices
last taken       never
failing since    2030-01-01T00:00:00.000Z; tried again 2030-01-01T00:00:00.000Z
                 connect ECONNREFUSED
`);
  expect((await gatehouse("mail", "resend")).output).toBe("1 mail waits to be sent again.\n");
  expect(await store.count("noticeMails", { state: "waiting" })).toBe(2);
});
