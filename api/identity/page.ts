import type { ServiceError } from "#domain/errors.ts";
import { escapeHtml } from "#domain/escape-html.ts";

import { presentError } from "../errors.ts";
import type { RouteAnswer } from "../route.ts";
import type { PageLanguage } from "./language.ts";

/** Where the pages find their style. */
export const stylePath = "/identity/connect/sign-in.css";

/** Where the scripts of a page may come from, and with whom they may speak, as sources of the content security policy. */
export interface PageSources {
  readonly scripts: readonly string[];
  readonly others: readonly string[];
}

/** What a page is made of. */
export interface PageParts {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly main: string;
  /** English where none is given. */
  readonly language?: PageLanguage;
  /** HTML of its head beyond what each page has. */
  readonly head?: string;
  /** What it may load beyond its style; a page without it may run nothing. */
  readonly sources?: PageSources;
  /** Where its forms may be sent, in the words of the content security policy. */
  readonly formAction: string;
}

/** A page for people, which works without a script and may hold none, unless it names where from. */
export function page({ status, title, main, formAction, language = "en", head = "", sources }: PageParts): RouteAnswer {
  const policy = `default-src 'none'; style-src 'self'; ${loadingPolicy(sources)}form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`;
  const body = `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="${stylePath}" />${head}
  </head>
  <body>
    <main>
      ${main}
    </main>
  </body>
</html>
`;
  return { status, headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy }, body };
}

/** What a page may load and with whom it may speak, as the directives of its content security policy that say so. */
export function loadingPolicy(sources: PageSources | undefined): string {
  if (sources === undefined) return "";
  const { scripts, others } = sources;
  const also = others.length === 0 ? "" : `connect-src ${others.join(" ")}; frame-src ${others.join(" ")}; `;
  return `script-src ${scripts.join(" ")}; ${also}`;
}

/** Makes the page of every error of a place where people call with a browser. */
export function errorPage(title: string): (error: ServiceError) => RouteAnswer {
  return (error) => {
    const { status, headers = {} } = presentError(error);
    const main = `<h1>${title}</h1>
      <p role="alert">${escapeHtml(error.message)}</p>`;
    const answer = page({ status, title, main, formAction: "'none'" });
    return { ...answer, headers: { ...headers, ...answer.headers } };
  };
}
