import { defineOperation } from "../kernel/define-operation.ts";
import { carryOutPage, type ImportPage } from "./engine/carry-out.ts";

/**
 * Carries the import rules out on a page of all target systems and accounts, as the nightly run does after the
 * discoveries; it is called again while more is left.
 * @throws IMPORT_RULE_INVALID
 */
export const applyImportRules = defineOperation({
  name: "importRules.apply",
  callers: ["engine"],
  audit: {
    operation: "IMPR",
    describe: (_input, output?: ImportPage) => ({ message: output ? JSON.stringify(output.counts) : null }),
  },
  run: (context): Promise<ImportPage> => carryOutPage(context, null),
});
