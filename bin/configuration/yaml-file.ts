import { isAlias, isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseAllDocuments } from "yaml";

/** Place in a file: line and column, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Value as it is written in a file: a scalar, a list, or named members, each with its place. */
export type Written =
  | { readonly at: Place; readonly scalar: string | number | boolean | null }
  | { readonly at: Place; readonly items: readonly Written[] }
  | { readonly at: Place; readonly members: ReadonlyMap<string, Member> };

/** Member of a written value, with the place of its name. */
export interface Member {
  readonly at: Place;
  readonly value: Written;
}

/** Fault of a file: its place, and the rule that it breaks. */
export interface YamlFault {
  readonly at: Place;
  readonly rule: string;
}

const depthMax = 40;
const start: Place = { line: 1, column: 1 };

class Broken extends Error {
  override readonly name = "Broken";
  readonly fault: YamlFault;

  constructor(fault: YamlFault) {
    super(fault.rule);
    this.fault = fault;
  }
}

/**
 * Reads one YAML document (YAML 1.2, core schema). Only plain data is read: no anchors, aliases, tags or merges, so that a text means the
 * same to everybody who reads it.
 */
export function readYaml(text: string): { readonly value: Written } | { readonly faults: readonly YamlFault[] } {
  const lines = new LineCounter();
  try {
    const read = parseAllDocuments(text, {
      lineCounter: lines,
      version: "1.2",
      schema: "core",
      uniqueKeys: true,
      intAsBigInt: true,
      prettyErrors: false,
      logLevel: "silent",
    });
    const documents = "empty" in read ? [] : read;
    const broken = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
    if (broken.length > 0)
      return {
        faults: broken.map(({ pos, message }) => ({
          at: placeOf(lines, pos[0]),
          rule: `is not YAML: ${sentence(message)}`,
        })),
      };
    const [document, second] = documents;
    if (document === undefined || isNothing(document.contents)) return fault(start, "is empty: name the object here");
    if (second !== undefined)
      return fault(placeOf(lines, second.range[0]), "begins a second document: one file holds one object");
    if (document.directives.yaml.explicit === true && document.directives.yaml.version !== "1.2")
      return fault(start, "names another version of YAML: 1.2 is read");
    return { value: writtenOf(document.contents, lines, 0) };
  } catch (error) {
    if (error instanceof Broken) return { faults: [error.fault] };
    // The parser calls itself for each level.
    if (error instanceof RangeError) return fault(start, `is nested deeper than ${depthMax} levels`);
    throw error;
  }
}

const fault = (at: Place, rule: string) => ({ faults: [{ at, rule }] });

function isNothing(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && node.value === null && node.source === "");
}

/** Returns a message of the parser without the text that it quotes: this may be a secret. */
function sentence(message: string): string {
  return message
    .replaceAll(/\s+/g, " ")
    .replace(/: ?["'].*$/, "")
    .replace(/[.:]$/, "");
}

function placeOf(lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function writtenOf(node: ParsedNode | null, lines: LineCounter, depth: number): Written {
  if (node === null) return { at: start, scalar: null };
  const at = placeOf(lines, node.range[0]);
  if (isAlias(node)) throw new Broken({ at, rule: "is an alias: write the value itself" });
  if (node.anchor !== undefined) throw new Broken({ at, rule: "has an anchor: write the value itself" });
  if (node.tag !== undefined && !node.tag.startsWith("tag:yaml.org,2002:"))
    throw new Broken({ at, rule: "has a tag: write plain values" });
  if (depth > depthMax) throw new Broken({ at, rule: `is nested deeper than ${depthMax} levels` });
  if (isSeq<ParsedNode>(node)) return { at, items: node.items.map((item) => writtenOf(item, lines, depth + 1)) };
  if (isMap<ParsedNode, ParsedNode | null>(node)) {
    const members = node.items.map(({ key, value }): readonly [string, Member] => {
      const keyAt = placeOf(lines, key.range[0]);
      return [
        nameOf(key, keyAt),
        { at: keyAt, value: value === null ? nothing(keyAt) : writtenOf(value, lines, depth + 1) },
      ];
    });
    return { at, members: new Map(members) };
  }
  return { at, scalar: isScalar(node) ? scalarOf(node.value, at) : null };
}

const nothing = (at: Place): Written => ({ at, scalar: null });

function nameOf(key: ParsedNode, at: Place): string {
  if (!isScalar(key) || typeof key.value !== "string" || key.anchor !== undefined)
    throw new Broken({ at, rule: "is no name of a property: write a text, in quotes if it looks like a number" });
  if (key.value === "__proto__") throw new Broken({ at, rule: "is no name that a property can have" });
  return key.value;
}

function scalarOf(value: unknown, at: Place): string | number | boolean | null {
  if (typeof value === "bigint") {
    const number = Number(value);
    if (!Number.isSafeInteger(number))
      throw new Broken({ at, rule: "is a number that is too large: write a text in quotes, if it is one" });
    return number;
  }
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Broken({ at, rule: "is no number that can be saved" });
  if (typeof value === "string" && !value.isWellFormed())
    throw new Broken({ at, rule: "holds half of a character (a lone surrogate)" });
  return value as string | number | boolean | null;
}

/** Returns a written value without its places. */
export function plainOf(written: Written): unknown {
  if ("scalar" in written) return written.scalar;
  if ("items" in written) return written.items.map(plainOf);
  return Object.fromEntries([...written.members].map(([name, { value }]) => [name, plainOf(value)]));
}
