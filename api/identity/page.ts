import type { ServiceError } from "#domain/errors.ts";
import { escapeHtml } from "#domain/escape-html.ts";

import { presentError } from "../errors.ts";
import type { RouteAnswer } from "../route.ts";
import type { PageLanguage } from "./language.ts";

/** Path of the style sheet of the pages. */
export const stylePath = "/identity/connect/sign-in.css";

/** Sources of the scripts of a page, and the hosts that these may contact, as sources of the content security policy. */
export interface PageSources {
  readonly scripts: readonly string[];
  readonly others: readonly string[];
}

/** Parts of a page. */
export interface PageParts {
  readonly status: number;
  readonly title: string;
  /** HTML of its main part. */
  readonly main: string;
  /** Language of the page; English by default. */
  readonly language?: PageLanguage;
  /** HTML of its head beyond that of each page. */
  readonly head?: string;
  /** Sources that it may load beyond its style; a page without them may run no script. */
  readonly sources?: PageSources;
  /** Targets of its forms, as sources of the content security policy. */
  readonly formAction: string;
}

/** Returns a page for people. It works without a script and may hold none, unless it names the sources. */
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

/** Returns the directives of the content security policy for the sources of a page; empty without sources. */
export function loadingPolicy(sources: PageSources | undefined): string {
  if (sources === undefined) return "";
  const { scripts, others } = sources;
  const also = others.length === 0 ? "" : `connect-src ${others.join(" ")}; frame-src ${others.join(" ")}; `;
  return `script-src ${scripts.join(" ")}; ${also}`;
}

/** Returns the page of every error at an address that users call with a browser. */
export function errorPage(title: string): (error: ServiceError) => RouteAnswer {
  return (error) => {
    const { status, headers = {} } = presentError(error);
    const main = `<h1>${title}</h1>
      <p role="alert">${escapeHtml(error.message)}</p>`;
    const answer = page({ status, title, main, formAction: "'none'" });
    return { ...answer, headers: { ...headers, ...answer.headers } };
  };
}
