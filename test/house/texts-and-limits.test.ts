import { expect, test } from "vitest";

import { type ErrorCode, errors } from "#domain/errors.ts";

import { isNode, parseModule, type SyntaxNode, walk } from "../support/imports.ts";
import { readSourceFiles } from "../support/source-files.ts";

const workshop = /\.test\.ts$|^(test|bench|tools)\//;
const files = readSourceFiles().filter(({ path }) => path.endsWith(".ts") && !workshop.test(path));

/** A place that makes an error of the service with a text of its own. */
interface OwnText {
  readonly place: string;
  readonly code: string;
  /** Text as it stands in the source. */
  readonly words: string;
}

function ownTextsOf(path: string, text: string): OwnText[] {
  const found: OwnText[] = [];
  walk(parseModule(path, text).program, (node) => {
    if (node.type !== "NewExpression" || (node["callee"] as SyntaxNode)["name"] !== "ServiceError") return;
    const [code, options] = node["arguments"] as SyntaxNode[];
    const properties = options?.type === "ObjectExpression" ? (options["properties"] as SyntaxNode[]) : [];
    const value = properties.find(({ key }) => isNode(key) && key["name"] === "message")?.["value"];
    if (!isNode(value) || (value.type !== "Literal" && value.type !== "TemplateLiteral")) return;
    const place = `${path}:${text.slice(0, node.start).split("\n").length}`;
    found.push({ place, code: String(code?.["value"]), words: text.slice(value.start, Number(value["end"])) });
  });
  return found;
}

const texts = files.flatMap(({ path, text }) => ownTextsOf(path, text));

test("the words that a place has for an error stand nowhere else, and are not those of the table", () => {
  expect(texts.length).toBeGreaterThan(60);
  const places = new Map<string, string[]>();
  for (const { place, words } of texts) places.set(words, [...(places.get(words) ?? []), place]);
  expect([...places].filter(([, all]) => all.length > 1)).toEqual([]);
  const usual = texts.filter(({ code, words }) => JSON.stringify(errors[code as ErrorCode]?.message) === words);
  expect(usual).toEqual([]);
});

test("a code of an error stands once in the table, under one kind", () => {
  const table = files.filter(({ path }) => /^domain\/errors[./]/.test(path));
  const codes = table.flatMap(({ text }) => text.match(/^ {4}[A-Z][A-Z0-9_]*(?=:)/gm) ?? []);
  expect(codes).toHaveLength(Object.keys(errors).length);
});

test("a name of a limit is that of one limit", () => {
  const limits = files.flatMap(({ path, text }) =>
    [...text.matchAll(/^export const (\w+(?:Max|Min|Ms|Seconds|Minutes|Bytes))\b/gm)].map(([, name]) => ({
      name,
      path,
    })),
  );
  expect(limits.length).toBeGreaterThan(100);
  const places = Map.groupBy(limits, ({ name }) => name);
  expect([...places.values()].filter((same) => same.length > 1)).toEqual([]);
});

// Limits of numbers, texts and lists; a comparison by Math is no limit.
const bareLimit = /(?<!Math)\.(?:(?:max|length)\(\s*\d|(?:min|gte|lte|gt|lt)\(\s*(?:[2-9]|\d\d))/;

test("no schema holds a limit as a bare number", () => {
  const found = files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (bareLimit.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
  expect(bareLimit.test("name: z.string().max(100)") && bareLimit.test(".min(12)")).toBe(true);
});

const exportedLimit =
  /^export const (\w+(?:Max|Min|Kept|Seconds|Minutes|Hours|Days|Ms|Bytes|Characters))\b[^=(]*= *[\d(]/gm;
const units = new Set(["dayMs"]);

test("a limit that other files use stands with the limits, where the room may import them", () => {
  const found = files
    .filter(({ path }) => !/^domain\/[\w-]*limits\.ts$|^(?:connectors|workflows)\//.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(exportedLimit)].map(([, name = ""]) => ({ path, name })))
    .filter(({ name }) => !units.has(name));
  expect(found).toEqual([]);
});

const ownForm = /\.normalize\(/;

test("a text from outside is brought into one form of Unicode by the one function that a text of signs does not hold up", () => {
  const found = files.filter(({ text }) => ownForm.test(text)).map(({ path }) => path);
  expect(found).toEqual(["connectors/contract/normal-form.ts"]);
  expect(ownForm.test('name.normalize("NFKC")') && ownForm.test("name.normalize()")).toBe(true);
});
