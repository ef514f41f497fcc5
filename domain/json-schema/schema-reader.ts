import type { JsonValue } from "../json.ts";
import { PatternError } from "../passwords/password-pattern-syntax.ts";
import { type MeasuredPattern, measuredPattern } from "../passwords/password-pattern.ts";
import {
  addressPatternMaxCharacters,
  addressPatternRepetitionsMax,
  addressPatternStepsMax,
  addressSchemaDepthMax,
  addressSchemaPartsMax,
} from "../report-limits.ts";
import { allOf, type Check, isObject } from "./check.ts";

/** Refusal of a schema; the message names the place and the rule. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

/** Compiles a keyword to a check; `schema` is the one that holds it. */
export type KeywordReader = (rule: JsonValue, at: SchemaPlace) => Check | undefined;

/** A place in a schema that is read. */
export interface SchemaPlace {
  readonly schema: Readonly<Record<string, JsonValue>>;
  readonly reader: SchemaReader;
  readonly path: readonly string[];
  readonly depth: number;
}

/** Reader of one schema; it counts the schema's size. */
export class SchemaReader {
  readonly #keywords: Readonly<Record<string, KeywordReader>>;
  readonly #refused: ReadonlySet<string>;
  #parts = 0;
  #patternCharacters = 0;
  #patternSteps = 0;

  constructor(keywords: Readonly<Record<string, KeywordReader>>, refused: ReadonlySet<string>) {
    this.#keywords = keywords;
    this.#refused = refused;
  }

  /**
   * Compiles a schema to a check.
   * @throws SchemaError
   */
  read(schema: JsonValue, path: readonly string[], depth = 0): Check {
    if (depth > addressSchemaDepthMax) this.fail(path, `lies deeper than ${addressSchemaDepthMax} levels`);
    if (++this.#parts > addressSchemaPartsMax) this.fail([], `has more than ${addressSchemaPartsMax} parts`);
    if (schema === true) return () => undefined;
    if (schema === false) return (_value, at, checking) => checking.fault(at, "is not taken");
    if (!isObject(schema)) return this.fail(path, "must be an object");
    const checks = Object.entries(schema).flatMap(([name, rule]) => {
      const own = [...path, name];
      if (this.#refused.has(name)) this.fail(own, "is not supported; say it with other keywords of JSON Schema");
      const read = Object.hasOwn(this.#keywords, name) ? this.#keywords[name] : undefined;
      const check = read?.(rule, { schema, reader: this, path: own, depth });
      return check ? [check] : [];
    });
    return allOf(checks);
  }

  /**
   * Compiles a pattern to an automaton.
   * @throws SchemaError
   */
  pattern(pattern: string, path: readonly string[]): MeasuredPattern {
    this.#patternCharacters += pattern.length;
    if (this.#patternCharacters > addressPatternMaxCharacters)
      this.fail(path, `all patterns together have more than ${addressPatternMaxCharacters} characters`);
    try {
      const compiled = measuredPattern(pattern, addressPatternRepetitionsMax);
      this.#patternSteps += compiled.steps;
      if (this.#patternSteps > addressPatternStepsMax)
        this.fail(path, "all patterns together are too long once their counts are written out");
      return compiled;
    } catch (error) {
      if (error instanceof PatternError) return this.fail(path, error.message);
      throw error;
    }
  }

  /**
   * Refuses the schema.
   * @throws SchemaError
   */
  fail(path: readonly string[], problem: string): never {
    throw new SchemaError(`${path.join(".") || "the schema"} ${problem}`.slice(0, problemMaxCharacters));
  }
}

const problemMaxCharacters = 400;
