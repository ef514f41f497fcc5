import { z } from "zod";

import type { ErrorCode } from "#domain/errors.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { failure } from "./engine/failure.ts";
import { isOpenAnalysis } from "./engine/is-open-analysis.ts";

/** Ends an analysis that cannot be computed, with the reason. */
export const failAnalysis = defineOperation({
  name: "analyses.fail",
  input: z.strictObject({ key: z.string(), attempt: z.int(), code: z.custom<ErrorCode>(), message: z.string() }),
  callers: ["engine"],
  audit: { operation: "ANED", describe: ({ key, message }) => ({ ident: key, result: "F", message }) },
  async run({ store, clock }, { key, attempt, code, message }): Promise<void> {
    const analysis = await store.lock("analyses", key);
    if (analysis === undefined || analysis.attempt !== attempt || !isOpenAnalysis(analysis)) return;
    await store.moments.clear(key);
    await store.save("analyses", { key, ...failure(code, clock.now(), message) });
  },
});
