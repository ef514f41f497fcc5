import type { z } from "zod";

import { addressJsonSchema } from "./address.ts";
import type { Connector } from "./connector.ts";

interface Told {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: Record<string, unknown>;
  readonly path?: readonly (string | number)[];
}

interface Step {
  readonly check: string;
  readonly format?: string;
  readonly pattern?: RegExp;
}

// Flags that are implied by JSON Schema, or that do not change whether a text matches.
const flagsThatLoseNothing = /[udg]/g;

/**
 * Returns the rules of an address that its JSON Schema loses or distorts, each with its field and a remedy. The service checks by
 * the JSON Schema, so it would refuse an address that the connector takes. Rules such as `refine` only refuse more and are not
 * listed.
 */
export function lostRules(connector: Connector): string[] {
  const lost: string[] = [];
  const look = ({ zodSchema, path = [] }: Told) => {
    const field = path.filter((part) => part !== "properties").join(".") || "the address";
    for (const words of lossesOf(zodSchema)) if (!lost.includes(`${field} ${words}`)) lost.push(`${field} ${words}`);
  };
  addressJsonSchema(connector, look);
  return lost;
}

function* lossesOf({ _zod: { def } }: z.core.$ZodTypes): Generator<string> {
  if ("coerce" in def && def.coerce)
    yield "makes another type of what it takes (coerce); take one type, as JSON Schema cannot say it";
  if (def.type === "pipe" && def.in._zod.def.type === "transform")
    yield "changes a value before it is checked (preprocess); check it as it is entered";
  const steps = (def.checks ?? []).map(({ _zod }) => _zod.def as unknown as Step);
  const firstChange = steps.findIndex(({ check }) => check === "overwrite");
  if (firstChange >= 0 && steps.slice(firstChange).some(mayRefuseWhatIsChanged))
    yield "is changed before it is checked (trim, toLowerCase); check it first, and allow in the pattern what is changed";
  // The patterns of formats belong to the schema library and are not checked.
  for (const { pattern, format } of steps) if (pattern !== undefined && format === "regex") yield* faultsOf(pattern);
}

function mayRefuseWhatIsChanged({ check, pattern }: Step): boolean {
  return pattern !== undefined || check === "max_length" || check === "length_equals";
}

function* faultsOf({ flags, source }: RegExp): Generator<string> {
  const lost = flags.replace(flagsThatLoseNothing, "");
  if (lost !== "")
    yield `has a pattern with the flag ${lost}, which JSON Schema does not know; write it without, such as [Aa] for both cases`;
  if (!isUnicodePattern(source))
    yield "has a pattern that is none in Unicode mode, as JSON Schema reads it; escape nothing but special characters";
  const bare = source.replace(/\[(?:[^\]\\]|\\.)*\]/gs, "[]");
  if (/(?:^|[^\\])(?:\\\\)*\(\?(?!:)/.test(bare))
    yield "has a pattern that looks ahead or behind, names a group or sets a flag, which is not checked in linear time; write it without";
  if (/(?:^|[^\\])(?:\\\\)*\\[bBk1-9]/.test(bare))
    yield "has a pattern with \\b or a reference to a group, which is not checked in linear time; write it without";
}

function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, "u").source === source;
  } catch {
    return false;
  }
}
