import type { Texts } from "#domain/chains/asked-fields.ts";

import type { RouteCall } from "../route.ts";

/** Language of the pages. */
export type PageLanguage = keyof Texts;

const known: readonly PageLanguage[] = ["en", "de"];

/** Returns the first of the browser's languages that the pages have, in the browser's order; English if there is none. */
export function languageOf({ headers }: Pick<RouteCall, "headers">): PageLanguage {
  const asked = headers["accept-language"];
  if (typeof asked !== "string") return "en";
  const tags = asked.split(",", askedMax).map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return tags.flatMap((tag) => known.filter((one) => one === tag))[0] ?? "en";
}

/** Most languages of a browser that are read. */
const askedMax = 20;
