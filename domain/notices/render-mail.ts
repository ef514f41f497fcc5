import { escapeHtml } from "../escape-html.ts";
import { mailSubjectMaxCharacters, mailValueMaxCharacters } from "../notice-limits.ts";
import { oneLine } from "../one-line.ts";
import type { OperationCode } from "../requests/operation-codes.ts";
import { fieldsIn, fillIn, type MailTemplate, type MailTexts } from "./mail-texts.ts";
import { type FieldValues, fieldsOfFacts } from "./notice-fields.ts";
import type { NoticeKind } from "./notice-kinds.ts";

/** A notice with the values of its fields; a word stands there as facts name it. */
export interface ToldNotice {
  readonly kind: NoticeKind;
  readonly values: FieldValues;
  /** The operations of its request, in their order. */
  readonly asked?: readonly AskedOperation[];
}

/** An operation of a request as mails tell it. */
export interface AskedOperation {
  readonly code: OperationCode;
  /** The account or group that it is about, as it was called when it was asked for; null = none is named. */
  readonly name: string | null;
  /** The target system as people know it. */
  readonly target: string;
}

/** Operations of a request that a mail tells one by one. */
const askedMax = 5;

/** What a mail is to bring. */
export interface MailContent {
  readonly digest: boolean;
  /** The name of who gets it. */
  readonly person: string;
  readonly notices: readonly ToldNotice[];
}

/** A mail as it is sent. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A value on one line and of bounded length. */
function plain(value: string | undefined, max = mailValueMaxCharacters): string {
  return oneLine(value ?? "", max);
}

/** Makes a mail of what it is to bring, in the texts of a language. */
export function renderMail(texts: MailTexts, { digest, person, notices }: MailContent): RenderedMail {
  const [first] = notices;
  if (!digest && first !== undefined) return page(rendered(texts.kinds[first.kind], valuesOf(texts, person, first)));
  const items = notices.map((notice) => itemOf(texts, person, notice));
  const values = { person: plain(person), count: String(items.length) };
  const { subject, text, html } = rendered(texts.digest, values);
  const lines = items.map(({ told, link }) => (link === "" ? `- ${told}` : `- ${told}\n  ${link}`));
  const entries = items.map(({ told, link }) => `<li>${linked(escapeHtml(told), link)}</li>`);
  return page({
    subject,
    text: [text, ...lines].join("\n\n"),
    html: [html, "<ul>", ...entries, "</ul>"].join("\n"),
  });
}

/** Makes the mail of a template that has no values. */
export function renderPlain(template: MailTemplate): RenderedMail {
  return page(rendered(template, {}));
}

/** Makes a page of the inside of its body. */
function page({ html, ...mail }: RenderedMail): RenderedMail {
  return {
    ...mail,
    html: `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${html}\n</body></html>\n`,
  };
}

function valuesOf(texts: MailTexts, person: string, { kind, values, asked = [] }: ToldNotice): FieldValues {
  const words: Readonly<Record<string, string>> = texts.words;
  const said = Object.entries(values).map(([field, value]) => [field, plain(value)] as const);
  const isWord = new Set(fieldsOfFacts(kind).flatMap(({ shown, field }) => (shown === "word" ? [field] : [])));
  const told = said.map(([field, value]) => [field, isWord.has(field) ? (words[value] ?? value) : value] as const);
  return { ...Object.fromEntries(told), person: plain(person), asked: askedWords(texts, asked) };
}

/** Operations on one line: what each does, of what, and where; of many the first ones and how many more there are. */
function askedWords({ operations }: MailTexts, asked: readonly AskedOperation[]): string {
  const told = asked.slice(0, askedMax).map(({ code, name, target }) => {
    const named = name === null ? [] : [`"${plain(name)}"`];
    return [operations[code], ...named, `(${plain(target)})`].join(" ");
  });
  const more = asked.length > askedMax ? [`+${asked.length - askedMax}`] : [];
  return [...told, ...more].join("; ");
}

/** A notice on one line of a digest. */
interface DigestItem {
  readonly told: string;
  readonly link: string;
}

function itemOf(texts: MailTexts, person: string, notice: ToldNotice): DigestItem {
  const values = valuesOf(texts, person, notice);
  return { told: subjectOf(texts.kinds[notice.kind], values), link: values["link"] ?? "" };
}

function subjectOf({ subject }: MailTemplate, values: FieldValues): string {
  return plain(
    fillIn(subject, (field) => values[field] ?? ""),
    mailSubjectMaxCharacters,
  );
}

function rendered(template: MailTemplate, values: FieldValues): RenderedMail {
  const text = keptLines(template.text, values);
  const html =
    template.html === undefined ? paragraphs(text, values) : fillIn(keptLines(template.html, values), inHtml(values));
  return {
    subject: subjectOf(template, values),
    text: fillIn(text, (field) => values[field] ?? ""),
    html,
  };
}

/** A text without the lines that have nothing to say. */
function keptLines(text: string, values: FieldValues): string {
  const isKept = (line: string) => {
    const fields = fieldsIn(line);
    return fields.length === 0 || fields.some((field) => (values[field] ?? "") !== "");
  };
  return text.split("\n").filter(isKept).join("\n").trim();
}

const inHtml = (values: FieldValues) => (field: string) => escapeHtml(values[field] ?? "");

/** A text as paragraphs of HTML; blank lines part them, and an address leads where it says. */
function paragraphs(text: string, values: FieldValues): string {
  const valueOf = (field: string) => {
    const value = inHtml(values)(field);
    return field === "link" ? linked(value, values[field] ?? "") : value;
  };
  return text
    .split(/\n{2,}/)
    .map((part) => `<p>${fillIn(escapeHtml(part), valueOf).replaceAll("\n", "<br>\n")}</p>`)
    .join("\n");
}

function linked(html: string, link: string): string {
  return link === "" ? html : `<a href="${escapeHtml(link)}">${html}</a>`;
}
