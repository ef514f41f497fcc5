import { createStore, useStore } from "../base/store.ts";
import { whenThere } from "../base/when-there.ts";
import english from "./en.json" with { type: "json" };
import englishErrors from "./errors.en.json" with { type: "json" };
import { type Language, languages } from "./languages.ts";

/** Loads no texts, because the API sends the English ones itself. */
const nothing = () => Promise.resolve({});

/** Loaders of the texts of each area. They run with the area's first page, so that the first page of all does not wait for all texts. */
const areas = {
  analyses: {
    en: async () => (await import("./analyses.en.json")).default,
    de: async () => (await import("./analyses.de.json")).default,
  },
  enforcement: {
    en: async () => (await import("./enforcement.en.json")).default,
    de: async () => (await import("./enforcement.de.json")).default,
  },
  help: {
    en: async () => (await import("./help.en.json")).default,
    de: async () => (await import("./help.de.json")).default,
  },
  requests: {
    en: async () => (await import("./requests.en.json")).default,
    de: async () => (await import("./requests.de.json")).default,
  },
  implementers: {
    en: async () => (await import("./implementers.en.json")).default,
    de: async () => (await import("./implementers.de.json")).default,
  },
  templates: {
    en: async () => (await import("./templates.en.json")).default,
    de: async () => (await import("./templates.de.json")).default,
  },
  "templates-properties": {
    en: async () => (await import("./templates-properties.en.json")).default,
    de: async () => (await import("./templates-properties.de.json")).default,
  },
  tasks: {
    en: async () => (await import("./tasks.en.json")).default,
    de: async () => (await import("./tasks.de.json")).default,
  },
  nodes: {
    en: async () => (await import("./nodes.en.json")).default,
    de: async () => (await import("./nodes.de.json")).default,
  },
  "move-reviews": {
    en: async () => (await import("./move-reviews.en.json")).default,
    de: async () => (await import("./move-reviews.de.json")).default,
  },
  rulings: {
    en: async () => (await import("./rulings.en.json")).default,
    de: async () => (await import("./rulings.de.json")).default,
  },
  me: {
    en: async () => (await import("./me.en.json")).default,
    de: async () => (await import("./me.de.json")).default,
  },
  people: {
    en: async () => (await import("./people.en.json")).default,
    de: async () => (await import("./people.de.json")).default,
  },
  "mass-reset-report": {
    en: async () => (await import("./mass-reset-report.en.json")).default,
    de: async () => (await import("./mass-reset-report.de.json")).default,
  },
  "mass-resets": {
    en: async () => (await import("./mass-resets.en.json")).default,
    de: async () => (await import("./mass-resets.de.json")).default,
  },
  "mass-resets-properties": {
    en: async () => (await import("./mass-resets-properties.en.json")).default,
    de: async () => (await import("./mass-resets-properties.de.json")).default,
  },
  "password-senders": {
    en: async () => (await import("./password-senders.en.json")).default,
    de: async () => (await import("./password-senders.de.json")).default,
  },
  "password-blocks": {
    en: async () => (await import("./password-blocks.en.json")).default,
    de: async () => (await import("./password-blocks.de.json")).default,
  },
  "managed-groups": {
    en: async () => (await import("./managed-groups.en.json")).default,
    de: async () => (await import("./managed-groups.de.json")).default,
  },
  "password-rules": {
    en: async () => (await import("./password-rules.en.json")).default,
    de: async () => (await import("./password-rules.de.json")).default,
  },
  passwords: {
    en: async () => (await import("./passwords.en.json")).default,
    de: async () => (await import("./passwords.de.json")).default,
  },
  roles: {
    en: async () => (await import("./roles.en.json")).default,
    de: async () => (await import("./roles.de.json")).default,
  },
  "roles-properties": {
    en: async () => (await import("./roles-properties.en.json")).default,
    de: async () => (await import("./roles-properties.de.json")).default,
  },
  rules: {
    en: async () => (await import("./rules.en.json")).default,
    de: async () => (await import("./rules.de.json")).default,
  },
  operations: {
    en: async () => (await import("./operations.en.json")).default,
    de: async () => (await import("./operations.de.json")).default,
  },
  "policy-explanation": {
    en: async () => (await import("./policy-explanation.en.json")).default,
    de: async () => (await import("./policy-explanation.de.json")).default,
  },
  "chain-trial": {
    en: async () => (await import("./chain-trial.en.json")).default,
    de: async () => (await import("./chain-trial.de.json")).default,
  },
  targets: {
    en: async () => (await import("./targets.en.json")).default,
    de: async () => (await import("./targets.de.json")).default,
  },
  webhooks: {
    en: async () => (await import("./webhooks.en.json")).default,
    de: async () => (await import("./webhooks.de.json")).default,
  },
  settings: {
    en: async () => (await import("./settings.en.json")).default,
    de: async () => (await import("./settings.de.json")).default,
  },
  "import-rules": {
    en: async () => (await import("./import-rules.en.json")).default,
    de: async () => (await import("./import-rules.de.json")).default,
  },
  chains: {
    en: async () => (await import("./chains.en.json")).default,
    de: async () => (await import("./chains.de.json")).default,
  },
  "identity-providers": {
    en: async () => (await import("./identity-providers.en.json")).default,
    de: async () => (await import("./identity-providers.de.json")).default,
  },
  connectors: {
    en: async () => (await import("./connectors.en.json")).default,
    de: async () => (await import("./connectors.de.json")).default,
  },
  audit: {
    en: async () => (await import("./audit.en.json")).default,
    de: async () => (await import("./audit.de.json")).default,
  },
  "audit-words": {
    en: async () => (await import("./audit-words.en.json")).default,
    de: async () => (await import("./audit-words.de.json")).default,
  },
  proxies: {
    en: async () => (await import("./proxies.en.json")).default,
    de: async () => (await import("./proxies.de.json")).default,
  },
  stays: {
    en: async () => (await import("./stays.en.json")).default,
    de: async () => (await import("./stays.de.json")).default,
  },
  "target-groups": {
    en: async () => (await import("./target-groups.en.json")).default,
    de: async () => (await import("./target-groups.de.json")).default,
  },
  "new-target": {
    en: async () => (await import("./new-target.en.json")).default,
    de: async () => (await import("./new-target.de.json")).default,
  },
  "target-attributes": {
    en: async () => (await import("./target-attributes.en.json")).default,
    de: async () => (await import("./target-attributes.de.json")).default,
  },
  grants: {
    en: async () => (await import("./grants.en.json")).default,
    de: async () => (await import("./grants.de.json")).default,
  },
  phases: {
    en: async () => (await import("./phases.en.json")).default,
    de: async () => (await import("./phases.de.json")).default,
  },
  "target-discovery": {
    en: async () => (await import("./target-discovery.en.json")).default,
    de: async () => (await import("./target-discovery.de.json")).default,
  },
  ask: {
    en: async () => (await import("./ask.en.json")).default,
    de: async () => (await import("./ask.de.json")).default,
  },
  catalogue: {
    en: async () => (await import("./catalogue.en.json")).default,
    de: async () => (await import("./catalogue.de.json")).default,
  },
  "ask-properties": {
    en: async () => (await import("./ask-properties.en.json")).default,
    de: async () => (await import("./ask-properties.de.json")).default,
  },
  "me-properties": {
    en: async () => (await import("./me-properties.en.json")).default,
    de: async () => (await import("./me-properties.de.json")).default,
  },
  "passwords-properties": {
    en: async () => (await import("./passwords-properties.en.json")).default,
    de: async () => (await import("./passwords-properties.de.json")).default,
  },
  "people-properties": {
    en: async () => (await import("./people-properties.en.json")).default,
    de: async () => (await import("./people-properties.de.json")).default,
  },
  "proxies-properties": {
    en: async () => (await import("./proxies-properties.en.json")).default,
    de: async () => (await import("./proxies-properties.de.json")).default,
  },
  "rules-properties": {
    en: async () => (await import("./rules-properties.en.json")).default,
    de: async () => (await import("./rules-properties.de.json")).default,
  },
  "running-properties": {
    en: async () => (await import("./running-properties.en.json")).default,
    de: async () => (await import("./running-properties.de.json")).default,
  },
  "targets-properties": {
    en: async () => (await import("./targets-properties.en.json")).default,
    de: async () => (await import("./targets-properties.de.json")).default,
  },
  "target-groups-properties": {
    en: async () => (await import("./target-groups-properties.en.json")).default,
    de: async () => (await import("./target-groups-properties.de.json")).default,
  },
  addresses: { en: nothing, de: async () => (await import("./addresses.de.json")).default },
  own: { en: nothing, de: async () => (await import("./own.de.json")).default },
  "setting-words": { en: nothing, de: async () => (await import("./setting-words.de.json")).default },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, () => Promise<object>>>>>;

/** An area of pages with texts of its own. */
export type Area = keyof typeof areas;

/** Texts of a language by their keys; those of an area exist once one of its pages is loaded. */
export type Texts = Readonly<Record<keyof typeof english | KeyOfArea, string>>;

type KeyOfArea = { [A in Area]: keyof Awaited<ReturnType<(typeof areas)[A]["en"]>> }[Area];

const key = "gatehouse.language";

interface Spoken {
  readonly language: Language;
  readonly texts: Texts;
  /** Texts of error codes; in English only those of codes that come without a text. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Language and texts of the pages, which follow them. */
export const spoken = createStore<Spoken>({ language: "en", texts: english as Texts, errors: englishErrors });

/** Areas with loaded texts, and the language that was requested last. */
const asked = { areas: new Set<Area>(), language: "en" as Language, spoken: Promise.resolve() };

/** Returns the language that is selected in this browser, else the first supported one of the browser's languages, else English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(key) ?? [], ...navigator.languages].flat();
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find((tag): tag is Language => languages.some((language) => language === tag)) ?? "en";
}

/** Changes the language of the pages. Its texts are loaded first, one language after another. */
export function speak(language: Language): Promise<void> {
  const load = async () => {
    const texts = await whenThere(() => textsOf(language, [...asked.areas]));
    const { language: before, errors } = spoken.get();
    spoken.set({ language, texts, errors: before === language ? errors : englishErrors });
    document.documentElement.lang = language;
    // No page waits for the words of errors; until they are there, errors have the words of the service.
    if (before !== language) void whenThere(() => speakErrors(language)).catch(() => undefined);
  };
  asked.language = language;
  asked.spoken = asked.spoken.then(load, load);
  return asked.spoken;
}

/** Waits for the texts of an area, and returns its page. */
export async function withTexts<Page>(area: Area, page: Promise<Page>): Promise<Page> {
  asked.areas.add(area);
  await speak(asked.language);
  return page;
}

/** Changes the language of the pages, and saves the selection in this browser. */
export function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(key, language);
  return speak(language);
}

async function textsOf(language: Language, open: readonly Area[]): Promise<Texts> {
  const own = Promise.all(open.map((area) => areas[area][language]()));
  if (language === "en") return merged(english, await own);
  const [texts, ofAreas] = await Promise.all([import("./de.json"), own]);
  return merged(texts.default, ofAreas);
}

async function speakErrors(language: Language): Promise<void> {
  if (language === "en") return;
  const { default: errors } = await import("./errors.de.json");
  const now = spoken.get();
  if (now.language === language) spoken.set({ ...now, errors });
}

const merged = (texts: typeof english, ofAreas: readonly object[]) => Object.assign({}, texts, ...ofAreas) as Texts;

/** Returns the language of the pages, and follows its changes. */
export function useLanguage(): Language {
  return useStore(spoken).language;
}
