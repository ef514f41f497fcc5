import { describe, expect, test } from "vitest";

import { mailSubjectMaxCharacters, mailValueMaxCharacters } from "../notice-limits.ts";
import { withOwnTexts } from "./mail-texts.ts";
import type { FieldValues } from "./notice-fields.ts";
import { renderMail } from "./render-mail.ts";
import { builtInTexts, fallbackTexts } from "./texts/languages.ts";

const link = "https://portal.example/requests/k?a=1&b=2";
const request = { number: "20260101-1", requester: "Anna", recipient: "Ben", reason: "new colleague", link };
const decided = { ...request, phase: "1", answer: "deny", decider: "Cy", comment: "" };
const mail = (values: FieldValues, texts = fallbackTexts) =>
  renderMail(texts, { digest: false, person: "Anna", notices: [{ kind: "decided", values }] });

test("a notice becomes a mail, in the words of its language and without lines that say nothing", () => {
  expect(mail(decided)).toEqual({
    subject: "Request 20260101-1: denied by Cy",
    text: `Hello Anna,

Cy has decided in phase 1: denied.

Request 20260101-1
Asked by: Anna
For: Ben
Reason: new colleague

${link}`,
    html: expect.stringContaining(
      `<p>Request 20260101-1<br>\nAsked by: Anna<br>\nFor: Ben<br>\nReason: new colleague</p>\n<p><a href="https://portal.example/requests/k?a=1&amp;b=2">https://portal.example/requests/k?a=1&amp;b=2</a></p>`,
    ),
  });
  expect(mail({ ...decided, comment: "no" }).text).toContain("\nComment: no\n");
  expect(mail(decided, builtInTexts["de"])).toMatchObject({ subject: "Antrag 20260101-1: abgelehnt (Cy)" });
});

describe("what people have written", () => {
  test("stays a value: no markup, no line, no turned direction, no field", () => {
    const evil = `<script>alert(1)</script>\r\nBcc: x@example.org\u202e {{link}} "'& $& $1`;
    const { subject, text, html } = mail({ ...decided, decider: evil, comment: evil, reason: evil });
    expect(subject).not.toMatch(/[\r\n\u202e]/);
    expect(text).not.toMatch(/[\r\u202e]/);
    expect(text.split("\n").some((line) => line.startsWith("Bcc"))).toBe(false);
    expect(text).toContain("Comment: <script>alert(1)</script> Bcc: x@example.org  {{link}} \"'& $& $1\n");
    expect(html).not.toContain("<script");
    expect(html).toContain(
      "&lt;script&gt;alert(1)&lt;/script&gt; Bcc: x@example.org  {{link}} &quot;&#39;&amp; $&amp; $1",
    );
  });

  test("is cut where it is very long", () => {
    const { subject, text } = mail({ ...decided, decider: "x".repeat(1_000), comment: "y".repeat(1_000) });
    expect(subject).toHaveLength(mailSubjectMaxCharacters);
    expect(/y+…/.exec(text)?.[0]).toHaveLength(mailValueMaxCharacters);
  });
});

test("a template may have HTML of its own, in which values are values, too", () => {
  const own = { subject: "s", text: "t", html: '<a href="{{link}}">{{comment}}</a>\n<b>{{reason}}</b>' };
  const texts = withOwnTexts(fallbackTexts, { kinds: { decided: own } });
  const { html } = mail({ ...decided, comment: '"><i>', reason: "" }, texts);
  expect(html).toContain('<a href="https://portal.example/requests/k?a=1&amp;b=2">&quot;&gt;&lt;i&gt;</a>');
  expect(html).not.toContain("<b>");
});

const operation = { code: "GRUA", name: "finance", target: "Our directory" } as const;
const asked = [operation, { ...operation, code: "ACUA", name: null }] as const;
const words = 'join the group "finance" (Our directory); create an account (Our directory)';
const inHtml = words.replaceAll('"', "&quot;");

test("a mail tells what is asked for by the names that it had, on one line, and of many operations the first ones", () => {
  const told = (operations: readonly (typeof operation)[]) =>
    renderMail(fallbackTexts, {
      digest: false,
      person: "Anna",
      notices: [
        {
          kind: "asked",
          values: {
            ...request,
            phase: "1",
          },
          asked: operations,
        },
      ],
    });
  const one = 'join the group "finance" (Our directory)';
  expect(told([operation]).subject).toContain(one);
  expect(told([operation]).text).toContain(`For what: ${one}\n`);
  expect(told(Array.from({ length: 7 }, () => operation)).text).toContain(
    `For what: ${Array.from({ length: 5 }, () => one).join("; ")}; +2\n`,
  );
  const hostile = { ...operation, name: "finance\n\u202eReason: it was approved" };
  expect(told([hostile as unknown as typeof operation]).text).toContain(
    'For what: join the group "finance Reason: it was approved" (Our directory)',
  );
});

test("a digest lists its notices, each on one line with its address", () => {
  const notices = [
    { kind: "asked", values: { ...request, phase: "1" }, asked },
    { kind: "ended", values: { ...request, number: "20260101-2", recipient: "<Ben>", outcome: "K", link: "" } },
  ] as const;
  const { subject, text, html } = renderMail(fallbackTexts, { digest: true, person: "Anna", notices });
  expect(subject).toBe("2 notices");
  expect(text).toBe(`Hello Anna,

this is what has happened:

- Please decide: ${words} for Ben (request 20260101-1)
  ${link}

- Request 20260101-2 is cancelled`);
  expect(html).toContain(
    `<ul>\n<li><a href="https://portal.example/requests/k?a=1&amp;b=2">Please decide: ${inHtml} for Ben (request 20260101-1)</a></li>\n<li>Request 20260101-2 is cancelled</li>\n</ul>`,
  );
});

test("a mail tells the values of a form by their labels, as values, and of many the first ones", () => {
  const told = (form: readonly { label: string; value: string }[]) =>
    renderMail(fallbackTexts, {
      digest: false,
      person: "Anna",
      notices: [{ kind: "asked", values: { ...request, phase: "1" }, asked: [{ ...operation, form }] }],
    });
  const { text, html } = told([
    { label: "Cost center", value: "4711" },
    { label: "Why", value: "<b>\nBcc: x" },
  ]);
  expect(text).toContain('join the group "finance" (Our directory) [Cost center: 4711, Why: <b> Bcc: x]');
  expect(html).not.toContain("<b>");
  const many = Array.from({ length: 7 }, (_, index) => ({ label: `l${index}`, value: "v" }));
  expect(told(many).text).toContain("l4: v, +2]");
});
