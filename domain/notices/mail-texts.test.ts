import { describe, expect, test } from "vitest";

import { type MailTemplate, textsProblem, withOwnTexts } from "./mail-texts.ts";
import { fieldsOf } from "./notice-fields.ts";
import { noticeKindNames } from "./notice-kinds.ts";
import { builtInTexts, fallbackTexts } from "./texts/languages.ts";

const fine: MailTemplate = { subject: "{{number}}", text: "Hello {{person}}" };

describe.each(Object.entries(builtInTexts))("the texts in %s", (_language, texts) => {
  test("can be used, and tell every kind and what each is about", () => {
    expect(textsProblem(texts, fallbackTexts)).toBeUndefined();
    expect(Object.keys(texts.kinds).toSorted()).toEqual(noticeKindNames.toSorted());
    for (const kind of noticeKindNames) {
      const { subject, text } = texts.kinds[kind];
      for (const field of fieldsOf(kind)) expect(`${subject} ${text}`, `${kind} ${field}`).toContain(`{{${field}}}`);
    }
  });
});

describe("texts of an installation", () => {
  test.each([
    ["of a kind that there is not", { kinds: { danced: fine } }, "there is no 'danced'. The kinds are asked"],
    ["for a word that there is not", { words: { maybe: "x" } }, "there is no 'maybe'. The words are approve"],
    [
      "with a field of another kind",
      { kinds: { asked: { ...fine, text: "{{outcome}}" } } },
      "asked: there is no field {{outcome}}. Its fields are person",
    ],
    ["with a field that is a secret", { kinds: { asked: { ...fine, html: "{{password}}" } } }, "no field {{password}}"],
    ["with a field in the test", { test: fine }, "test: there is no field {{number}}. It has no fields."],
    [
      "with a subject of two lines",
      { digest: { subject: "a\nBcc: b", text: "x" } },
      "digest: the subject must be one line",
    ],
    ["with an empty subject", { digest: { subject: " ", text: "x" } }, "digest: the subject must be one line"],
    ["without a text", { kinds: { ended: { subject: "x", text: " \n" } } }, "ended: the text must say something"],
  ])("%s are refused in words", (_what, own, words) => {
    expect(textsProblem(own, fallbackTexts)).toContain(words);
  });

  test("stand in the place of those that come along, which hold for the rest", () => {
    const texts = withOwnTexts(fallbackTexts, { words: { deny: "refused" }, kinds: { asked: fine } });
    expect(texts.words).toMatchObject({ deny: "refused", approve: "approved" });
    expect([texts.kinds.asked, texts.kinds.ended]).toEqual([fine, fallbackTexts.kinds.ended]);
  });
});
