import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";

import { codes } from "#connectors/contract/error.ts";
import { chainPurposes } from "#domain/chains/auth-chain.ts";
import { chainFacts } from "#domain/chains/chain-facts.ts";
import { errors } from "#domain/errors.ts";
import { operationCodes } from "#domain/requests/operation-codes.ts";
import { requestEnds } from "#domain/requests/request-ends.ts";
import { requestStatuses } from "#domain/requests/request-status.ts";
import { quotedIn } from "#test/support/quoted.ts";

const files = import.meta.glob<Readonly<Record<string, string>>>("./*.json", { import: "default", eager: true });
// Texts that the API sends in English exist here only in other languages; a test beside each of these files checks them.
const isApart = (name: string) => /\b(addresses|errors|own|setting-words)\b/.test(name);
const filesOf = (language: string) =>
  Object.entries(files).flatMap(([name, texts]) =>
    isApart(name) || !name.endsWith(`${language}.json`) ? [] : [texts],
  );
const englishParts = filesOf("en");
const english: Readonly<Record<string, string>> = Object.assign({}, ...englishParts);
const german: Readonly<Record<string, string>> = Object.assign({}, ...filesOf("de"));
const englishErrors = files["./errors.en.json"] ?? {};
const germanErrors = files["./errors.de.json"] ?? {};

type Parts = ReturnType<IntlMessageFormat["getAst"]>;

/** Returns the names of the arguments in all forms of a text. */
function argumentsOf(text: string): readonly string[] {
  const found = new Set<string>();
  const visit = (parts: Parts): void => {
    for (const part of parts) {
      if (part.type === 0 || part.type === 7) continue;
      found.add(part.value);
      if ("options" in part) for (const { value } of Object.values(part.options)) visit(value);
    }
  };
  visit(new IntlMessageFormat(text, "en").getAst());
  return [...found].toSorted();
}

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = Object.values(sources).join("\n");

describe("the texts of the pages", () => {
  it("count one thing as one", () => {
    const told = (texts: typeof english, language: string) =>
      new IntlMessageFormat(texts["discovery.listedOf"] ?? "", language).format({ listed: 1, known: 1 });
    expect(told(english, "en")).toBe("1 object; one was known before");
    expect(told(german, "de")).toBe("1 Objekt; eines war vorher bekannt");
  });

  it("are the same ones in both languages, in the same order", () => {
    expect(Object.keys(german)).toEqual(Object.keys(english));
  });

  it("stand in one file each", () => {
    const keys = englishParts.flatMap((texts) => Object.keys(texts));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it.each(Object.entries(english))("%s takes the same arguments in both", (key, text) => {
    expect(argumentsOf(german[key] ?? "")).toEqual(argumentsOf(text));
  });

  it("are not empty, and none is the key itself", () => {
    const empty = [english, german].flatMap((texts) =>
      Object.entries(texts).filter(([key, text]) => text.trim() === "" || text === key),
    );
    expect(empty).toEqual([]);
  });

  it("are all said somewhere", () => {
    // The keys of a family are composed: `request.status.${status}`.
    const families = [...code.matchAll(/`([\w.]+)\$\{[^}]*\}(\w*)`/g)].map(([, start = "", end = ""]) => ({
      start,
      end,
    }));
    const said = quotedIn(code);
    const unsaid = Object.keys(english).filter(
      (key) => !said.has(key) && !families.some(({ start, end }) => key.startsWith(start) && key.endsWith(end)),
    );
    expect(unsaid).toEqual([]);
  });

  it("have a word for each status and each operation of a request, and for what chains are for and go by", () => {
    const wanted = [
      ...Object.keys(requestStatuses).map((status) => `request.status.${status}`),
      ...Object.keys(operationCodes).map((operation) => `operation.${operation}`),
      ...Object.keys(chainPurposes).map((purpose) => `chain.purpose.${purpose}`),
      ...Object.keys(chainFacts).map((fact) => `chainTrial.fact.${fact}`),
      ...Object.values(chainFacts).map(({ from }) => `chainTrial.from.${from}`),
    ];
    expect(Object.keys(english)).toEqual(expect.arrayContaining(wanted));
  });
});

describe("the words of errors", () => {
  const ends = Object.values(requestEnds).map((end) => end.code);
  const withoutWords = [...ends, ...Object.keys(codes)].toSorted();

  it("are there in German for every code that there is", () => {
    expect(Object.keys(germanErrors)).toEqual([...new Set([...Object.keys(errors), ...withoutWords])].toSorted());
  });

  it("are there in English for the codes that come without any", () => {
    expect(Object.keys(englishErrors)).toEqual(withoutWords);
  });
});
