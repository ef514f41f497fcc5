import type { z } from "zod";

interface Told {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: Record<string, unknown>;
}

/** Adds an author's words for the pattern of a text to its JSON Schema, as `errorMessage: { pattern }`. */
export function keepAuthorsWords({ zodSchema, jsonSchema }: Told): void {
  if (zodSchema._zod.def.type !== "string") return;
  const { pattern } = jsonSchema;
  for (const check of zodSchema._zod.def.checks ?? []) {
    const { pattern: own, error } = check._zod.def as unknown as {
      readonly pattern?: RegExp;
      readonly error?: z.core.$ZodErrorMap;
    };
    if (own === undefined || own.source !== pattern || error === undefined) continue;
    const words = error({ code: "invalid_format", format: "regex", input: "", path: [], pattern });
    const message = typeof words === "string" ? words : words?.message;
    if (message !== undefined) jsonSchema["errorMessage"] = { pattern: message };
  }
}
