import type { Asked, Texts } from "#domain/chains/asked-fields.ts";
import { pageTexts } from "#domain/chains/page-texts.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import type { StepOfPage } from "#operations/sign-in/engine/page-turn.ts";

import type { RouteAnswer } from "../route.ts";
import { askedForm } from "./asked-form.ts";
import type { PageLanguage } from "./language.ts";
import { page, type PageParts } from "./page.ts";

/** Language of the user for whom a step is drawn, and the values entered before. */
export interface StepView {
  readonly language: PageLanguage;
  /** Values entered before. */
  readonly entered?: Readonly<Record<string, string>>;
}

/** Frame of a page around its step. */
export interface StepFrame {
  /** Title of the page if the step has none. */
  readonly title: Texts;
  /** Text of a page that cannot continue. */
  readonly ended: Texts;
  /** Path to which the form of the step is sent. */
  readonly action: string;
  /** Targets of its forms, as sources of the content security policy. */
  readonly formAction: string;
  /** HTML below the title. */
  readonly intro?: string;
  /** HTML below the step. */
  readonly foot?: string;
}

/** Returns the page of a step of a chain: its fields as one form, or the address to which it sends the browser. */
export function stepPage(step: StepOfPage, frame: StepFrame, view: StepView): RouteAnswer {
  const { asked, alert } = step;
  const { language } = view;
  const title = (asked?.title ?? frame.title)[language];
  const { main, ...parts } = mainOf(step, frame, view);
  const explanation = (asked?.explanation ?? []).map((text) => `<p>${escapeHtml(text[language])}</p>`);
  const drawn = [
    `<h1>${escapeHtml(title)}</h1>`,
    frame.intro ?? "",
    alert === undefined ? "" : `<p role="alert">${escapeHtml(alert[language])}</p>`,
    ...explanation,
    ...rulesOf(asked, language),
    main,
    frame.foot ?? "",
  ];
  return page({
    status: alert === undefined ? 200 : 400,
    title,
    main: drawn.filter((html) => html !== "").join("\n      "),
    formAction: frame.formAction,
    language,
    ...parts,
  });
}

function rulesOf(asked: Asked | undefined, language: PageLanguage): readonly string[] {
  if (asked?.rules === undefined || asked.rules.each.length === 0) return [];
  const { title, each } = asked.rules;
  const items = each.map((text) => `<li>${escapeHtml(text[language])}</li>`);
  return [`<h2 id="rules">${escapeHtml(title[language])}</h2>`, `<ul aria-labelledby="rules">${items.join("")}</ul>`];
}

function mainOf(
  { handle, asked, isAgain }: StepOfPage,
  { ended, action }: StepFrame,
  { language, entered = {} }: StepView,
): Omit<PageParts, "status" | "title" | "formAction"> {
  if (handle === undefined || asked === undefined) return { main: `<p>${escapeHtml(ended[language])}</p>` };
  if (asked.redirect === undefined)
    return handle.use((text) => askedForm({ asked, handle: text, action, language, entered }));
  const address = escapeHtml(asked.redirect);
  const main = `<p>${pageTexts.elsewhere[language]}</p>
      <p><a href="${address}">${pageTexts.goOn[language]}</a></p>`;
  // Behind a form browsers let an answer lead only to targets of its forms. A browser that is back is not sent away again by itself.
  return isAgain ? { main } : { main, head: `\n    <meta http-equiv="refresh" content="0; url=${address}" />` };
}
