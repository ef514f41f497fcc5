import { describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { mailChangeProblems, mailProblems } from "./mail-problems.ts";
import { readSettings } from "./settings.ts";

const smtpPassword = new Secret("hush");
const whole = { smtpHost: "mail.example", smtpPort: 587, smtpTls: "startTls", mailFrom: "a@example.org" } as const;
const login = { smtpUser: "gatehouse", smtpPassword };

test.each([
  ["nothing", {}],
  ["a server without a login", whole],
  ["a server with one", { ...whole, ...login }],
  ["a server on this machine in clear", { ...whole, ...login, smtpHost: "127.0.0.1", smtpTls: "unencrypted" as const }],
  ["a server elsewhere in clear, without a login", { ...whole, smtpTls: "unencrypted" as const }],
])("%s is fine", (_what, settings) => {
  expect(mailProblems(settings)).toEqual([]);
});

test.each([
  ["a server without a sender", { ...whole, mailFrom: null }, "SMTP_HOST needs MAIL_FROM"],
  ["a password without a server", { smtpPassword }, "SMTP_PASSWORD is that of one server"],
  ["a user without a password", { ...whole, smtpUser: "x" }, "SMTP_USER needs SMTP_PASSWORD"],
  [
    "a password in clear",
    { ...whole, ...login, smtpTls: "unencrypted" as const },
    "would travel to another machine in clear",
  ],
])("%s is refused in words", (_what, settings, words) => {
  expect(mailProblems(settings)).toEqual([expect.stringContaining(words)]);
});

describe("the password stays with its server", () => {
  const before = { ...whole, ...login };
  test.each([
    ["another host", { smtpHost: "evil.example" }],
    ["another port", { smtpPort: 25 }],
    ["another way", { smtpTls: "tls" as const }],
    ["no host at all", { smtpHost: null }],
  ])("%s is refused while there is one", (_what, change) => {
    expect(mailChangeProblems(before, { ...before, ...change })).toContainEqual(
      expect.stringContaining("Take SMTP_USER and SMTP_PASSWORD away first"),
    );
  });

  test("and goes before the server does", () => {
    const withoutUser = { ...before, smtpUser: null };
    const without = { ...withoutUser, smtpPassword: null };
    expect(mailChangeProblems(before, { ...before, smtpPassword: null })).toEqual([
      expect.stringContaining("SMTP_USER needs"),
    ]);
    expect(mailChangeProblems(before, withoutUser)).toEqual([]);
    expect(mailChangeProblems(withoutUser, without)).toEqual([]);
    expect(mailChangeProblems(without, { ...without, smtpHost: "other.example" })).toEqual([]);
    expect(mailChangeProblems(before, { ...before, smtpPassword: new Secret("other") })).toEqual([]);
  });
});

test("a process does not start with half of it, and says all that is missing at once", () => {
  const start = (environment: Record<string, string>) => () => readSettings(environment);
  expect(start({ SMTP_HOST: "mail.example", SMTP_USER: "x" })).toThrow(
    /SMTP_USER and SMTP_PASSWORD must be given together[^]*SMTP_HOST needs MAIL_FROM/,
  );
  expect(start({ MAIL_FROM: "Anna <a@example.org>" })).toThrow("MAIL_FROM must be one mail address");
  expect(start({ SMTP_HOST: "mail example" })).toThrow("SMTP_HOST must be the name or the address of a machine");
  expect(start({ REQUEST_PAGE_ADDRESS: "javascript:alert({key})" })).toThrow("REQUEST_PAGE_ADDRESS must be an http");
  const settings = readSettings({
    SMTP_HOST: "m.example",
    MAIL_FROM: "a@example.org",
    SMTP_USER: "x",
    SMTP_PASSWORD: "hush",
  });
  expect(settings.smtpPassword?.use((text) => text)).toBe("hush");
  expect(JSON.stringify(settings)).not.toContain("hush");
});
