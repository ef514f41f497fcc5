import { passwordsPageTexts as texts } from "#domain/chains/passwords-page-texts.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import { passwordLinkField, passwordsLinkPath } from "#domain/identity/password-link.ts";
import type { LinkedPasswords } from "#operations/mass-resets/open-delivery-link.ts";

import type { RouteAnswer } from "../route.ts";
import type { PageLanguage } from "./language.ts";
import { errorPage, page } from "./page.ts";

/**
 * Returns the page behind a one-time link. It is the same for every link, valid or not, and shows no password: programs that look at the
 * links of mails open it, too.
 */
export function passwordsLinkPage(link: string, language: PageLanguage): RouteAnswer {
  const title = texts.title[language];
  const main = `<h1>${title}</h1>
      <p>${texts.explained[language]}</p>
      <form method="post" action="${passwordsLinkPath}">
        <input type="hidden" name="${passwordLinkField}" value="${escapeHtml(link)}" />
        <button type="submit">${texts.show[language]}</button>
      </form>`;
  return page({ status: 200, title, main, formAction: "'self'", language });
}

/** Returns the page that shows new passwords to their reader, once. */
export function shownPasswordsPage(
  { passwords }: Pick<LinkedPasswords, "passwords">,
  language: PageLanguage,
): RouteAnswer {
  const title = texts.title[language];
  const rows = passwords.map(({ accountName, targetSystemKey, password }) => {
    const shown = password.use((text) => escapeHtml(text));
    return `<dt>${escapeHtml(`${accountName} (${targetSystemKey})`)}</dt><dd><code>${shown}</code></dd>`;
  });
  const main = `<h1>${title}</h1>
      <dl>${rows.join("")}</dl>
      <p>${texts.keep[language]}</p>`;
  return page({ status: 200, title, main, formAction: "'none'", language });
}

/** Page of any error, since a person reads it. */
export const passwordsLinkErrorPage = errorPage("The passwords cannot be shown");
