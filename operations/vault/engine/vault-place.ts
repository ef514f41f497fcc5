import { z } from "zod";

/** Where a pass over all sealed texts goes on; the beginning where nothing is said. */
export const vaultPlace = z.strictObject({
  column: z.int().min(0).default(0),
  after: z.string().default(""),
});
