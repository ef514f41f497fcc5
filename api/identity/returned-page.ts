import { pageTexts } from "#domain/chains/page-texts.ts";

import type { RouteDefinition } from "../route.ts";
import { languageOf } from "./language.ts";
import { page } from "./page.ts";

/** Path to which a browser comes back that a program has sent to an identity provider. */
export const returnedPath = "/identity/sign-in/returned";

/**
 * Route of the page that says where the sign-in continues. The handle is in its address, for the program alone; the
 * page looks nothing up and does not show the handle.
 */
export const returnedRoute: RouteDefinition = {
  method: "GET",
  path: returnedPath,
  policy: null,
  handler(call) {
    const language = languageOf(call);
    const title = pageTexts.returned[language];
    const main = `<h1>${title}</h1>
      <p>${pageTexts.continueInProgram[language]}</p>`;
    return Promise.resolve(page({ status: 200, title, main, language, formAction: "'none'" }));
  },
};
