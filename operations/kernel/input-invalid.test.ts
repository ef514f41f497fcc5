import { describe, expect, it } from "vitest";
import { z } from "zod";

import { errorDetailsMax, inputFaultsMax } from "#domain/body-limits.ts";

import { checkInput } from "./input-invalid.ts";

const faultsOf = (schema: z.ZodType, value: unknown) => {
  const checked = checkInput(schema, value);
  if (checked.success) throw new Error("the value was taken");
  return checked.refusal();
};

describe("the words of a refused input", () => {
  it.each([
    [z.string().max(400), "x".repeat(401), "must have at most 400 characters"],
    [z.string().min(1), "", "must have at least 1 character"],
    [z.array(z.string()).max(1), ["a", "b"], "must have at most 1 entry"],
    [z.int().min(0), -1, "must be at least 0"],
    [z.number().lt(5), 5, "must be less than 5"],
    [z.int(), 1.5, "must be a whole number"],
    [z.number(), "1", "must be a number"],
    [z.boolean(), 1, "must be true or false"],
    [z.string(), undefined, "is missing"],
    [z.string(), null, "must be a text"],
    [z.strictObject({}), [], "must be an object"],
    [z.array(z.string()), {}, "must be a list"],
    [z.enum(["a", "b"]), "c", "must be one of: a, b"],
    [z.literal("a"), "c", "must be a"],
    [z.guid(), "c", "must be a guid"],
    [z.string().regex(/^a$/), "c", "does not have the form that it must have"],
    [z.string().regex(/^a$/, "must be an a"), "c", "must be an a"],
    [z.union([z.string(), z.number()]), true, "has none of the forms that it may have"],
    [z.record(z.string(), z.int()), { a: "x" }, "must be a number"],
    [z.string().refine(() => false), "c", "is not valid"],
  ])("%o of %o: %s", (schema, value, words) => {
    expect(faultsOf(z.strictObject({ field: schema }), { field: value }).details?.[0]?.message).toBe(words);
  });

  it("say of the whole what is wrong with it", () => {
    expect(faultsOf(z.strictObject({}), 7).message).toBe("The body must be an object.");
  });

  it.each([
    [50, `${50 - errorDetailsMax} more`],
    [inputFaultsMax, `${inputFaultsMax - errorDetailsMax} more`],
    [5000, `more than ${inputFaultsMax - errorDetailsMax} further`],
  ])("name the first of %d faults and the number of others", (faults, others) => {
    const body = Object.fromEntries(Array.from({ length: faults }, (_, index) => [`unknown${index}`, 0]));
    const { details, message } = faultsOf(z.strictObject({}), body);
    expect(details).toHaveLength(errorDetailsMax);
    expect(message).toBe(
      `unknown0: The field 'unknown0' is not known here. Leave it out, or correct its name. (${others} faults are not listed)`,
    );
  });

  it("end the search where a schema has very many", () => {
    let looked = 0;
    const look = () => {
      looked += 1;
      return false;
    };
    const form = z.string().refine(look, { abort: true });
    const values = Array.from({ length: 50_000 }, () => "x");
    const { code, message } = faultsOf(z.array(z.union([form, z.int()])), values);
    expect([code, message]).toEqual(["INPUT_INVALID", expect.stringContaining(`more than ${inputFaultsMax} faults`)]);
    expect(looked).toBeLessThan(1000);
  });
});
