import { describe, expect, it } from "vitest";
import { z } from "zod";

import { errorDetailsMax } from "#domain/limits.ts";

import { inputChecking, inputInvalid } from "./input-invalid.ts";

const faultsOf = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value, inputChecking);
  if (parsed.success) throw new Error("the value was taken");
  return inputInvalid(parsed.error);
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

  it("name the first faults and how many others there are", () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`unknown${index}`, 0]));
    const { details, message } = faultsOf(z.strictObject({}), body);
    expect(details).toHaveLength(errorDetailsMax);
    expect(message).toBe(
      `unknown0: The field 'unknown0' is not known here. Leave it out, or correct its name. (${5000 - errorDetailsMax} more faults are not listed)`,
    );
  });
});
