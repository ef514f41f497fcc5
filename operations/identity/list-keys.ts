import type { KeyTimes } from "#domain/identity/key-rotation.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** Lists the signing keys with their states, the newest first; nothing of the keys themselves. */
export const listKeys = defineOperation<Record<string, never>, readonly KeyTimes[]>({
  name: "identity.listKeys",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "KLST", when: "refusalOnly" },
  async run({ store }) {
    const rows = await store.select("signingKeys", { orderBy: [["createdAt", "desc"]] });
    return rows.map(({ kid, state, createdAt, activatedAt, retiredAt }) => ({
      kid,
      state,
      createdAt,
      activatedAt,
      retiredAt,
    }));
  },
});
