import { escapeHtml } from "../escape-html.ts";
import { mailSubjectMaxCharacters, mailValueMaxCharacters } from "../notice-limits.ts";
import { oneLine } from "../one-line.ts";
import type { OperationCode } from "../requests/operation-codes.ts";
import { fieldsIn, fillIn, type MailTemplate, type MailTexts } from "./mail-texts.ts";
import { type FieldValues, fieldsOfFacts } from "./notice-fields.ts";
import type { NoticeKind } from "./notice-kinds.ts";

/** A notice with the values of its fields; words have the names that facts use. */
export interface ToldNotice {
  readonly kind: NoticeKind;
  readonly values: FieldValues;
  /** Operations of its request in their order. */
  readonly asked?: readonly AskedOperation[];
}

/** An operation of a request as emails show it. */
export interface AskedOperation {
  readonly code: OperationCode;
  /** Account or group of the operation, by its name at the time of the request; null if none is named. */
  readonly name: string | null;
  /** Name of the target system for readers. */
  readonly target: string;
  /** Values of the form of the requested item by their labels, in order; absent if it has none. */
  readonly form?: readonly { readonly label: string; readonly value: string }[];
}

/** Number of values of a form that an email shows. */
const formValuesMax = 5;
/** Number of operations of a request that an email lists one by one. */
const askedMax = 5;

/** Content of an email. */
export interface MailContent {
  readonly digest: boolean;
  /** Name of the recipient. */
  readonly person: string;
  readonly notices: readonly ToldNotice[];
}

/** An email as it is sent. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Returns a value on one line and of bounded length. */
function plain(value: string | undefined, max = mailValueMaxCharacters): string {
  return oneLine(value ?? "", max);
}

/** Renders an email from its content in the texts of a language. */
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

/** Renders the email of a template without values. */
export function renderPlain(template: MailTemplate): RenderedMail {
  return page(rendered(template, {}));
}

/** Wraps the HTML of a body into a page. */
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

/** Returns operations on one line: the action, the object and the target of each. Long lists are cut, with the number of the others. */
function askedWords({ operations }: MailTexts, asked: readonly AskedOperation[]): string {
  const told = asked.slice(0, askedMax).map(({ code, name, target, form = [] }) => {
    const named = name === null ? [] : [`"${plain(name)}"`];
    return [operations[code], ...named, `(${plain(target)})`, ...formWords(form)].join(" ");
  });
  const more = asked.length > askedMax ? [`+${asked.length - askedMax}`] : [];
  return [...told, ...more].join("; ");
}

function formWords(form: NonNullable<AskedOperation["form"]>): readonly string[] {
  if (form.length === 0) return [];
  const told = form.slice(0, formValuesMax).map(({ label, value }) => `${plain(label)}: ${plain(value)}`);
  const more = form.length > formValuesMax ? [`+${form.length - formValuesMax}`] : [];
  return [`[${[...told, ...more].join(", ")}]`];
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

/** Removes the lines of a text whose fields are all empty. */
function keptLines(text: string, values: FieldValues): string {
  const isKept = (line: string) => {
    const fields = fieldsIn(line);
    return fields.length === 0 || fields.some((field) => (values[field] ?? "") !== "");
  };
  return text.split("\n").filter(isKept).join("\n").trim();
}

const inHtml = (values: FieldValues) => (field: string) => escapeHtml(values[field] ?? "");

/** Returns a text as paragraphs of HTML. Blank lines separate them, and an address becomes a link. */
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
