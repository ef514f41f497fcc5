import type { Texts } from "#domain/chains/asked-fields.ts";

import type { RouteCall } from "../route.ts";

/** A language in which the pages speak. */
export type PageLanguage = keyof Texts;

const known: readonly PageLanguage[] = ["en", "de"];

/** The first language of those that a browser asks for in which the pages speak, in its order; English where it is none. */
export function languageOf({ headers }: Pick<RouteCall, "headers">): PageLanguage {
  const asked = headers["accept-language"];
  if (typeof asked !== "string") return "en";
  const tags = asked.split(",", askedMax).map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return tags.flatMap((tag) => known.filter((one) => one === tag))[0] ?? "en";
}

/** More languages than anybody reads. */
const askedMax = 20;
