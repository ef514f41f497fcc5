import type { ServiceError } from "#domain/errors.ts";
import { escapeHtml } from "#domain/escape-html.ts";

import { presentError } from "../errors.ts";
import type { RouteAnswer } from "../route.ts";

/** Where the pages find their style. */
export const stylePath = "/identity/connect/sign-in.css";

/** What a page is made of. */
export interface PageParts {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly main: string;
  /** Where its forms may be sent, in the words of the content security policy. */
  readonly formAction: string;
}

/** A page for people, which works without a script and may hold none. */
export function page({ status, title, main, formAction }: PageParts): RouteAnswer {
  const policy = `default-src 'none'; style-src 'self'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`;
  const body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="stylesheet" href="${stylePath}" />
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
