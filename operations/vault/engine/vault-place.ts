import { z } from "zod";

/** Schema of the position of a pass over all sealed texts; by default the beginning. */
export const vaultPlace = z.strictObject({
  column: z.int().min(0).default(0),
  after: z.string().default(""),
});
