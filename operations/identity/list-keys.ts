import type { KeyTimes } from "#domain/identity/key-rotation.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { ownSigningKeys } from "./engine/trusted-keys.ts";

/** Lists the signing keys of this node with their states, the newest first; nothing of the keys themselves. */
export const listKeys = defineOperation<Record<string, never>, readonly KeyTimes[]>({
  name: "identity.listKeys",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "KLST", when: "refusalOnly" },
  async run(context) {
    const rows = await ownSigningKeys(context);
    return rows.map(({ kid, state, createdAt, activatedAt, retiredAt }) => ({
      kid,
      state,
      createdAt,
      activatedAt,
      retiredAt,
    }));
  },
});
