import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { makeCertificate } from "#test/support/certificate.ts";
import { type MailReceiver, startMailReceiver } from "#test/support/mail-receiver.ts";

import type { MailServer } from "./mail-server.ts";
import { createMailer } from "./mailer.ts";

const rendered = { subject: "Grüße", text: "Hello,\n\nä", html: "<p>Hello</p>" };
let receiver: MailReceiver;
let server: MailServer;

beforeEach(async () => {
  receiver = await startMailReceiver();
  server = { host: "127.0.0.1", port: receiver.port, tls: "unencrypted", login: null, from: "gatehouse@example.org" };
});
afterEach(() => receiver.leave());

async function send(part: Partial<MailServer> = {}, to = "anna@example.org") {
  const mailer = createMailer({ ...server, ...part });
  try {
    return await mailer.send({ key: "k1", to, ...rendered });
  } finally {
    mailer.close();
  }
}

describe("a mail", () => {
  test("comes with its texts, under the Message-ID of its key", async () => {
    expect(await send()).toMatchObject({ outcome: "sent", status: 250, words: expect.stringMatching(/^250 /) });
    const [mail] = receiver.taken;
    expect(mail).toMatchObject({
      from: "gatehouse@example.org",
      to: ["anna@example.org"],
      messageId: "<k1@example.org>",
      text: "Hello,\n\nä",
      html: "<p>Hello</p>",
    });
    expect(mail?.header("auto-submitted")).toEqual(["auto-generated"]);
    expect(mail?.header("from")).toEqual(["Gatehouse <gatehouse@example.org>"]);
  });

  test("goes to one address alone, and its subject stays one header, whatever they hold", async () => {
    const mailer = createMailer(server);
    const subject = "x\r\nBcc: eve@example.org\r\n\r\nbody";
    const several = await mailer.send({ key: "k1", to: "anna@example.org, eve@example.org", ...rendered });
    expect(several).toMatchObject({ outcome: "refused", words: expect.stringContaining("must be one mail address") });
    await mailer.send({ key: "k1\r\nX-Evil: 1", to: "anna@example.org", ...rendered, subject });
    mailer.close();
    expect(receiver.received.map(({ to }) => to)).toEqual([["anna@example.org"]]);
    const [mail] = receiver.received;
    expect([mail?.header("bcc"), mail?.header("x-evil")]).toEqual([[], []]);
  });

  test("of several goes over one connection", async () => {
    const mailer = createMailer(server);
    for (const key of ["a", "b", "c"]) await mailer.send({ key, to: "anna@example.org", ...rendered });
    mailer.close();
    expect(receiver.taken.map(({ messageId }) => messageId)).toEqual(
      ["a", "b", "c"].map((key) => `<${key}@example.org>`),
    );
  });
});

describe("a server that", () => {
  test.each([
    [450, "Mailbox is busy", "later"],
    [550, "No such user here", "refused"],
    [421, "Closing", "away"],
  ])("answers %d to a recipient: %s is told as %s", async (code, words, outcome) => {
    receiver.answerRecipient(() => ({ code, words }));
    expect(await send()).toEqual({ outcome, status: code, words: expect.stringContaining(words) });
  });

  test.each([
    [451, "later"],
    [554, "refused"],
  ])("answers %d to the content is told as %s", async (code, outcome) => {
    receiver.answer(() => ({ code, words: "No" }));
    expect(await send()).toMatchObject({ outcome, status: code });
  });

  test("ends the connection instead of an answer is away, and nothing is sent again by itself", async () => {
    receiver.answer(() => {
      void receiver.leave();
      return "silence";
    });
    expect(await send()).toMatchObject({ outcome: "away" });
    expect(receiver.received).toHaveLength(1);
    await receiver.comeBack();
    expect(await send()).toMatchObject({ outcome: "away" });
    await receiver.comeBack();
  });

  test("refuses the sender or the login is away for all mails", async () => {
    const fussy = await startMailReceiver({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error("Wrong password")),
    });
    const login = { user: "gatehouse", password: new Secret("wrong") };
    const refused = await send({ port: fussy.port, login });
    expect(refused).toMatchObject({ outcome: "away", words: expect.stringContaining("Wrong password") });
    expect(refused.words).not.toContain("wrong ");
    expect(await send({ port: fussy.port })).toMatchObject({ outcome: "away", status: 530 });
    await fussy.leave();
  });

  test("takes a login gets it", async () => {
    const open = await startMailReceiver({ allowInsecureAuth: true });
    expect(await send({ port: open.port, login: { user: "gatehouse", password: new Secret("hush") } })).toMatchObject({
      outcome: "sent",
    });
    expect(open.logins).toEqual(["gatehouse"]);
    await open.leave();
  });

  test("is not there, offers no TLS or has an unknown certificate is away, and gets no password", async () => {
    const login = { user: "gatehouse", password: new Secret("hush") };
    expect(await send({ tls: "startTls", login })).toMatchObject({
      outcome: "away",
      words: expect.stringMatching(/STARTTLS/i),
    });
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-mail-"));
    const { certificate, key } = await makeCertificate(folder);
    const encrypting = await startMailReceiver({
      disabledCommands: [],
      cert: readFileSync(certificate),
      key: readFileSync(key),
    });
    rmSync(folder, { recursive: true });
    expect(await send({ port: encrypting.port, tls: "startTls", login })).toMatchObject({
      outcome: "away",
      words: expect.stringMatching(/certificate/),
    });
    expect([...receiver.logins, ...encrypting.logins]).toEqual([]);
    await encrypting.leave();
    await receiver.leave();
    expect(await send()).toMatchObject({
      outcome: "away",
      status: null,
      words: expect.stringContaining("ECONNREFUSED"),
    });
    await receiver.comeBack();
    expect(await send()).toMatchObject({ outcome: "sent" });
  });
});
