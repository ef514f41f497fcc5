import type { Asked, AskedField } from "#domain/chains/asked-fields.ts";
import { pageTexts } from "#domain/chains/page-texts.ts";
import { escapeHtml } from "#domain/escape-html.ts";

import type { PageLanguage } from "./language.ts";
import { pageScripts, sourcesOf } from "./page-scripts.ts";
import type { PageParts } from "./page.ts";

/** Name of the form field that holds the handle of its sign-in. */
export const handleField = "handle";

/** Fields of a step and the form that asks for them. */
export interface AskedForm {
  readonly asked: Asked;
  readonly handle: string;
  /** Path to which the form is sent. */
  readonly action: string;
  readonly language: PageLanguage;
  /** Values entered before, by the names of the fields; passwords and codes are never shown again. */
  readonly entered?: Readonly<Record<string, string>>;
}

/**
 * Returns the HTML of a form, and the sources that its page may load. It works without a script, unless a field needs
 * the browser itself.
 */
export function askedForm(form: AskedForm): Pick<PageParts, "main" | "head" | "sources"> {
  const { asked, handle, action, language } = form;
  const [only, ...others] = asked.fields;
  const isOneChoice = only?.kind === "choice" && others.length === 0;
  const drawn = isOneChoice ? [] : asked.fields.map((field, index) => drawField(field, index === 0, form));
  const buttons = isOneChoice ? choiceButtons(only, language) : [goOnButton(form)];
  const { note, ...parts } = scriptsOf(asked.fields, language);
  const main = `${note}<form method="post" action="${action}">
        ${[hidden(handleField, handle), ...drawn, ...buttons].join("\n        ")}
      </form>`;
  return { main, ...parts };
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}" />`;
}

function goOnButton({ asked: { title, fields }, language }: AskedForm): string {
  const isPasskey = fields.some(({ kind }) => kind === "passkey");
  return `<button type="submit">${escapeHtml((isPasskey ? pageTexts.usePasskey : title)[language])}</button>`;
}

/** Returns a button for each choice, for a step that asks for nothing else. */
function choiceButtons({ name, choices = [] }: AskedField, language: PageLanguage): readonly string[] {
  return choices.map(
    ({ value, label }) =>
      `<button type="submit" name="${escapeHtml(name)}" value="${escapeHtml(value)}">${escapeHtml(label[language])}</button>`,
  );
}

function drawField(field: AskedField, isFirst: boolean, { language, entered = {} }: AskedForm): string {
  const { name, kind, options = {} } = field;
  const attributes = `id="${escapeHtml(name)}" name="${escapeHtml(name)}"`;
  if (kind === "passkey" || kind === "captcha")
    return `<input type="hidden" name="${escapeHtml(name)}" data-${kind}="${escapeHtml(JSON.stringify(options))}" />`;
  if (kind === "choice") return drawChoice(field, language);
  const focus = isFirst ? " autofocus" : "";
  const value = kind === "text" ? ` value="${escapeHtml(entered[name] ?? "")}"` : "";
  const { autocomplete = usualAutocomplete[kind] } = field;
  return `<label for="${escapeHtml(name)}">${escapeHtml(field.label[language])}</label>
        <input ${attributes} ${inputOf[kind]}${value} autocomplete="${escapeHtml(autocomplete)}" required${focus} />`;
}

type Typed = Exclude<AskedField["kind"], "choice" | "passkey" | "captcha">;

const inputOf: Readonly<Record<Typed, string>> = {
  text: 'type="text"',
  password: 'type="password"',
  newPassword: 'type="password"',
  code: 'type="text" inputmode="numeric"',
};

const usualAutocomplete: Readonly<Record<Typed, string>> = {
  text: "off",
  password: "off",
  newPassword: "new-password",
  code: "one-time-code",
};

function drawChoice({ name, label, choices = [] }: AskedField, language: PageLanguage): string {
  const options = choices.map(
    ({ value, label: text }) => `<option value="${escapeHtml(value)}">${escapeHtml(text[language])}</option>`,
  );
  return `<label for="${escapeHtml(name)}">${escapeHtml(label[language])}</label>
        <select id="${escapeHtml(name)}" name="${escapeHtml(name)}" required>${options.join("")}</select>`;
}

type Scripted = keyof typeof pageScripts;

/** Returns the script of a field that the browser itself fills in, and a note for users who allow no scripts. */
function scriptsOf(
  fields: readonly AskedField[],
  language: PageLanguage,
): Pick<PageParts, "head" | "sources"> & { readonly note: string } {
  const scripted = fields.find(({ kind }) => Object.hasOwn(pageScripts, kind));
  if (scripted === undefined) return { note: "" };
  const { scriptAddress } = scripted.options ?? {};
  const elsewhere = scripted.kind === "captcha" && typeof scriptAddress === "string" ? [scriptAddress] : [];
  const tags = [...elsewhere, pageScripts[scripted.kind as Scripted].path].map(
    (path) => `<script src="${escapeHtml(path)}" defer></script>`,
  );
  return {
    note: `<noscript><p role="alert">${escapeHtml(pageTexts.needsScript[language])}</p></noscript>
      `,
    head: `\n    ${tags.join("\n    ")}`,
    sources: sourcesOf(elsewhere[0]),
  };
}
