import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter, Route, Routes } from "react-router";

import type { Path } from "../api/odata.ts";
import { sessionStore } from "../base/session-store.ts";
import { spoken } from "../messages/language.ts";
import type { Language } from "../messages/languages.ts";

type Words = Readonly<Record<string, string>>;

const files = import.meta.glob<Words>("../messages/*.json", { import: "default", eager: true });

/** Returns all texts of a language by their keys. */
export function wordsIn(language: Language): Words {
  const own = Object.entries(files).filter(([name]) => new RegExp(`[./]${language}\\.json$`).test(name));
  return Object.assign({}, ...own.map(([, texts]) => texts));
}

interface RenderTerms {
  readonly language?: Language;
  /** Route of a page and the address at which it is opened. */
  readonly path?: string;
  readonly at?: string;
  /** Policies that allow the signed-in user something. */
  readonly may?: readonly string[];
  /** Answers that were read before, by the keys of their queries. */
  readonly known?: readonly (readonly [key: readonly [Path, ...unknown[]], answer: unknown])[];
}

/** Returns a part of the web UI as text, with what was read before; nothing is called. */
export function rendered(element: ReactElement, terms: RenderTerms = {}): string {
  const { language = "en", path = "/", at = "/", may = [], known = [] } = terms;
  const before = [spoken.get(), sessionStore.get()] as const;
  spoken.set({ ...before[0], language, texts: wordsIn(language) });
  const session = { user: { key: "me", id: "me" }, may: Object.fromEntries(may.map((policy) => [policy, "all"])) };
  sessionStore.set({ is: "active", session: session as never });
  const client = new QueryClient();
  for (const [key, answer] of known) client.setQueryData(key, answer);
  try {
    const routes = createElement(Routes, null, createElement(Route, { path, element }));
    const placed = createElement(MemoryRouter, { initialEntries: [at] }, routes);
    return renderToStaticMarkup(createElement(QueryClientProvider, { client }, placed));
  } finally {
    spoken.set(before[0]);
    sessionStore.set(before[1]);
  }
}
