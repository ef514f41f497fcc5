import { z } from "zod";

import { idMaxCharacters } from "#domain/limits.ts";
import { objectKey } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { filledText } from "../kernel/text-input.ts";

/** Records an account that the sample has made on its own target; one that is known already stays as it is. */
export const knowSampleAccount = defineOperation({
  name: "sample.knowAccount",
  input: z.strictObject({
    targetSystemKey: keyInput,
    stableId: filledText(idMaxCharacters),
    name: filledText(idMaxCharacters),
  }),
  callers: ["engine"],
  audit: {
    operation: "SMPA",
    describe: ({ targetSystemKey, name }) => ({ targetSystem: targetSystemKey, account: name }),
  },
  async run({ store }, { targetSystemKey, stableId, name }): Promise<Row<"accounts">> {
    const [known] = await store.select("accounts", { where: { targetSystemKey, stableId }, limit: 1 });
    if (known) return known;
    const names = { stableId, longId: name, shortId: name, displayId: name };
    const key = objectKey({ type: "account", targetSystemKey, stableId });
    return store.save("accounts", { key, targetSystemKey, ...names });
  },
});
